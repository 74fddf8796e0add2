import { type Files, NO_FILES } from '@kirchhoff/coherence';
import {
  EnginePool,
  engineBusy,
  engineEstimate,
  type Meter,
  OWN_SHARE,
  type Problem,
  problem,
  type Share,
  valueOrProblem,
} from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type * as tasks from './tasks.js';
import type {
  Answered,
  ClosedPolicy,
  CompileWork,
  Decided,
  DecideWork,
  EvaluateWork,
  EvaluationRefused,
  NeedsPins,
  Open,
  PolicyLoad,
  Refused,
  SourceWork,
  StoredSource,
  TooLong,
} from './work.js';

type Tasks = typeof tasks;

export interface EngineLog {
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  readonly threads: number;
  /** How many tasks may wait for a thread before others are told that all are busy. */
  readonly queueLimit: number;
  /** How many of one account may wait. */
  readonly queueLimitOfAccount: number;
  /** How long a task may wait before others are told the same. */
  readonly waitMilliseconds: number;
  readonly guardMilliseconds: number;
  readonly log: EngineLog;
}

/** For whom a program of an account is run. */
export interface Asker {
  readonly share: Share;
  /** Ends the run when nobody waits for it any more. */
  readonly signal: AbortSignal;
  readonly meter: Meter;
}

/** Small and legal: proving and compiling it loads what a thread will need. */
const WARM_UP = `circuit warm_up {
  input amount: 0..1_000
  output fee: 0..1_000
  fee = if amount < 500 { amount / 2 } else { MIN(amount, 900) }
  ensure fee <= amount
}`;
const WARM_UP_TARGET = 'js';
const WARM_UP_POLICY = 'policy warm_up {\n action "a" (b: bool)\n rule r allow on "a" when b\n}';
/** Policies that may wait to be loaded. Loading parses and hashes, and proves nothing: it is soon over. */
const MAX_LOADS = 1_000;

/**
 * The engine in its threads: nothing of it ever runs on the event loop. Stored policies are loaded by a thread of
 * their own, and dear ones decide in one of their own, so that no program that takes long to prove keeps a policy check
 * waiting.
 */
export class Engine {
  readonly #pool: EnginePool<Tasks>;
  readonly #loader: EnginePool<Tasks>;
  readonly #decider: EnginePool<Tasks>;
  readonly #threads: number;
  readonly #log: EngineLog;

  constructor({ log, ...options }: EngineOptions) {
    this.#log = log;
    const module = require.resolve('./tasks.js');
    this.#threads = options.threads;
    this.#pool = new EnginePool<Tasks>({ module, ...options });
    this.#loader = new EnginePool<Tasks>({ module, ...options, threads: 1, queueLimit: MAX_LOADS });
    this.#decider = new EnginePool<Tasks>({ module, ...options, threads: 1 });
  }

  /** Loads the engine into the threads, so that the first request does not wait for it. */
  async warm(): Promise<void> {
    const work: CompileWork = {
      source: WARM_UP,
      files: NO_FILES,
      pins: undefined,
      target: WARM_UP_TARGET,
      allowOpen: false,
      harness: false,
      guards: true,
    };
    const compiled = Array.from({ length: this.#threads }, async () => this.#pool.run('compile', work, { share: OWN_SHARE }));
    const policy: StoredSource = { source: WARM_UP_POLICY, pinned: [] };
    const loaded = [this.#loader, this.#decider].map(async (pool) => pool.run('loadPolicy', policy, { share: OWN_SHARE }));
    await Promise.all([...loaded, ...compiled]);
  }

  /** Tasks that run, tasks that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.#pool.load;
  }

  /** The problem of whose program would be turned away now; `undefined` where it would run or wait. Takes nothing. */
  refusal(share: Share): Problem | undefined {
    return this.#pool.hasRoom(share) ? undefined : engineBusy();
  }

  /**
   * The problem of whose dear decisions wait already, as many as may; `undefined` for everybody else. Which policy decides
   * is not known before the body is read, so that nobody is refused for the decisions of others.
   */
  decideRefusal(share: Share): Problem | undefined {
    return this.#decider.isFullOf(share) ? engineBusy() : undefined;
  }

  async analyze(work: SourceWork, asker: Asker): Promise<Answered | Refused | NeedsPins | Problem> {
    return this.#unlessOut(valueOrProblem(await this.#pool.run('analyze', work, asking(work, asker))));
  }

  async compile(work: CompileWork, asker: Asker): Promise<Answered | Refused | NeedsPins | Open | TooLong | Problem> {
    return this.#unlessOut(valueOrProblem(await this.#pool.run('compile', work, asking(work, asker))));
  }

  async evaluate(work: EvaluateWork, asker: Asker): Promise<Answered | Refused | NeedsPins | EvaluationRefused | Problem> {
    return valueOrProblem(await this.#pool.run('evaluate', work, asking(work, asker)));
  }

  async closePolicy(work: SourceWork, asker: Asker): Promise<ClosedPolicy | Refused | NeedsPins | Open | Problem> {
    return this.#unlessOut(valueOrProblem(await this.#pool.run('closePolicy', work, asking(work, asker))));
  }

  /**
   * @param read reads the policy, once it is its turn to be loaded
   * @param share of whoever asks first: the others wait for the same load
   */
  async loadPolicy(read: () => Promise<StoredSource>, share: Share): Promise<PolicyLoad | Problem> {
    return valueOrProblem(await this.#loader.runMade('loadPolicy', read, { share }));
  }

  async decide(work: DecideWork, asker: Omit<Asker, 'meter'>): Promise<Decided | Problem> {
    return valueOrProblem(await this.#decider.run('decide', work, asking(work, asker)));
  }

  get #pools(): readonly EnginePool<Tasks>[] {
    return [this.#pool, this.#loader, this.#decider];
  }

  #unlessOut<Value>(outcome: Value | SolverOut): Value | Problem {
    if (!isSolverOut(outcome)) return outcome;
    this.#log.error({ reason: outcome.reason }, 'the solver is out');
    return problem('unavailable', 'The solver that this program needs does not start.');
  }

  stopWaiting(): void {
    for (const pool of this.#pools) pool.stopWaiting();
  }

  giveUp(): void {
    for (const pool of this.#pools) pool.giveUp();
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map(async (pool) => pool.close()));
  }
}

function asking<Asking>(
  { source, files = NO_FILES }: { readonly source: string; readonly files?: Files },
  asker: Asking,
): Asking & { readonly estimate: number } {
  const characters = [...files.values()].reduce((sum, text) => sum + text.length, source.length);
  return { ...asker, estimate: engineEstimate(characters) };
}

function isSolverOut(outcome: unknown): outcome is SolverOut {
  return typeof outcome === 'object' && outcome !== null && Reflect.get(outcome, 'kind') === 'solver-out';
}
