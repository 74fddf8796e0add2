import { EnginePool, type PoolOutcome, type Problem, problem, type Spent } from '@kirchhoff/platform';
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
  readonly guardMilliseconds: number;
  readonly log: EngineLog;
}

/** For whom a program of an account is run. */
export interface Asker {
  /** Ends the run when nobody waits for it any more. */
  readonly signal: AbortSignal;
  readonly spent: Spent;
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
const MOST_LOADS = 1_000;

/**
 * The engine in its threads: nothing of it ever runs on the event loop. Stored policies are loaded by a thread of
 * their own, so that no program that takes long to prove keeps a policy check from its policy.
 */
export class Engine {
  readonly #pool: EnginePool<Tasks>;
  readonly #loader: EnginePool<Tasks>;
  readonly #threads: number;
  readonly #log: EngineLog;

  constructor({ log, ...options }: EngineOptions) {
    this.#log = log;
    const module = require.resolve('./tasks.js');
    this.#threads = options.threads;
    this.#pool = new EnginePool<Tasks>({ module, ...options });
    this.#loader = new EnginePool<Tasks>({ module, ...options, threads: 1, queueLimit: MOST_LOADS });
  }

  /** Loads the engine into the threads, so that the first request does not wait for it. */
  async warm(): Promise<void> {
    const work: CompileWork = { source: WARM_UP, pins: undefined, target: WARM_UP_TARGET, allowOpen: false, harness: false, guards: true };
    const compiled = Array.from({ length: this.#threads }, async () => this.#pool.run('compile', work));
    await Promise.all([this.#loader.run('loadPolicy', { source: WARM_UP_POLICY, pinned: [] }), ...compiled]);
  }

  /** Tasks that run, tasks that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.#pool.load;
  }

  async analyze(work: SourceWork, asker: Asker): Promise<Answered | Refused | NeedsPins | Problem> {
    return this.#unlessOut(valueOrProblem(await this.#pool.run('analyze', work, asker)));
  }

  async compile(work: CompileWork, asker: Asker): Promise<Answered | Refused | NeedsPins | Open | TooLong | Problem> {
    return this.#unlessOut(valueOrProblem(await this.#pool.run('compile', work, asker)));
  }

  async evaluate(work: EvaluateWork, asker: Asker): Promise<Answered | Refused | NeedsPins | EvaluationRefused | Problem> {
    return valueOrProblem(await this.#pool.run('evaluate', work, asker));
  }

  async closePolicy(work: SourceWork, asker: Asker): Promise<ClosedPolicy | Refused | NeedsPins | Open | Problem> {
    return this.#unlessOut(valueOrProblem(await this.#pool.run('closePolicy', work, asker)));
  }

  async loadPolicy(stored: StoredSource): Promise<PolicyLoad | Problem> {
    return valueOrProblem(await this.#loader.run('loadPolicy', stored));
  }

  async decide(work: DecideWork, signal: AbortSignal): Promise<Decided | Problem> {
    return valueOrProblem(await this.#pool.run('decide', work, { signal }));
  }

  #unlessOut<Value>(outcome: Value | SolverOut): Value | Problem {
    if (!isSolverOut(outcome)) return outcome;
    this.#log.error({ reason: outcome.reason }, 'the solver is out');
    return problem('unavailable', 'The solver that this program needs does not start.');
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#loader.close()]);
  }
}

function isSolverOut(outcome: unknown): outcome is SolverOut {
  return typeof outcome === 'object' && outcome !== null && Reflect.get(outcome, 'kind') === 'solver-out';
}

function valueOrProblem<Value>(outcome: PoolOutcome<Value>): Value | Problem {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'busy':
      return problem('busy', 'As many programs wait for the engine as may.');
    case 'guard':
      return problem('guard-exceeded', 'The engine was ended because it ran too long.');
    case 'crashed':
      return problem('internal', 'The engine did not survive this program.');
    case 'gone':
      return problem('unavailable', 'Nobody waits for this answer any more.');
  }
}
