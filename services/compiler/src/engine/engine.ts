import { NO_FILES } from '@kirchhoff/coherence';
import {
  EngineHost,
  type EngineOptions,
  engineBusy,
  type NeedsPins,
  type RefusedSource,
  ThreadPool,
  type Unreadable,
  valueOrProblem,
  WARM_UP,
} from '@kirchhoff/engine-host';
import { engineEstimate, OWN_SHARE, type Problem, type Share, type TimeMeter } from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type * as tasks from './tasks.js';
import type {
  AnalyzeWork,
  Answered,
  CertifiedSource,
  ClosedPolicy,
  ComparePoliciesWork,
  CompareWork,
  CompileWork,
  Decided,
  DecideWork,
  Emitted,
  EmitWork,
  EvaluateWork,
  EvaluationRefused,
  NotClosed,
  Open,
  PolicyGraphWork,
  PolicyLoad,
  PolicyWork,
  ReplayedDecisions,
  ReplayWork,
  SideRefused,
  TestedPolicy,
  TestPolicyWork,
  TooLong,
  UnfitOption,
} from './work.js';

type Tasks = typeof tasks;

/** An account that waits for the outcome of a task. */
export interface Asker {
  readonly share: Share;
  /** Ends the task when the client has closed the connection. */
  readonly signal: AbortSignal;
  readonly meter: TimeMeter;
}

const WARM_UP_TARGET = 'js';
const WARM_UP_POLICY = 'policy warm_up {\n action "a" (b: bool)\n rule r allow on "a" when b\n}';
/** Maximal number of policies that wait to be loaded. Loading parses and hashes without a proof, so it takes little time. */
const MAX_LOADS = 1_000;

/**
 * The engine in its threads: it never runs on the event loop. One thread loads stored policies, and another decides by expensive
 * ones, so that a policy check never waits for a long proof.
 */
export class CompilerEngine {
  readonly #host: EngineHost<Tasks>;
  readonly #loader: ThreadPool<Tasks>;
  readonly #decider: EngineHost<Tasks>;
  readonly #threads: number;

  constructor(options: EngineOptions) {
    const module = require.resolve('./tasks.js');
    const { log: _, ...limits } = options;
    this.#threads = options.threads;
    this.#host = new EngineHost<Tasks>(module, options);
    this.#loader = new ThreadPool<Tasks>({ module, ...limits, name: 'policies', threads: 1, queueLimit: MAX_LOADS });
    this.#decider = new EngineHost<Tasks>(module, { ...options, name: 'decisions', threads: 1 });
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
      tests: false,
    };
    const compiled = Array.from({ length: this.#threads }, async () => this.#host.run('compile', work, { share: OWN_SHARE }));
    const policy: CertifiedSource = { source: WARM_UP_POLICY, pinned: [], certificate: new Uint8Array() };
    const loaded = [this.#loader, this.#decider.pool].map(async (pool) => pool.run('loadPolicy', policy, { share: OWN_SHARE }));
    await Promise.all([...loaded, ...compiled]);
  }

  /** Running tasks, and waiting tasks. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.#host.pool.load;
  }

  /** Returns the problem of a program that would be refused now; `undefined` if it would run or wait. It reserves no place. */
  refusal(share: Share): Problem | undefined {
    return this.#host.pool.hasRoom(share) ? undefined : engineBusy();
  }

  /**
   * Returns the problem of an account with too many waiting expensive decisions; otherwise `undefined`. The deciding policy is
   * unknown before the body is read, so an account is never refused because of others.
   */
  decideRefusal(share: Share): Problem | undefined {
    return this.#decider.pool.isFullOf(share) ? engineBusy() : undefined;
  }

  async analyze(work: AnalyzeWork, asker: Asker): Promise<Answered | RefusedSource | NeedsPins | NotClosed | Problem> {
    return this.#unlessOut(await this.#host.ask('analyze', work, asker));
  }

  async compile(
    work: CompileWork,
    asker: Asker,
  ): Promise<Answered | RefusedSource | NeedsPins | UnfitOption | NotClosed | TooLong | Problem> {
    return this.#unlessOut(await this.#host.ask('compile', work, asker));
  }

  async compare(work: CompareWork, asker: Asker): Promise<Answered | SideRefused | NeedsPins | Problem> {
    const outcome = await this.#host.pool.run('compare', work, { ...asker, estimate: estimateOf(work) });
    return this.#unlessOut(valueOrProblem(outcome));
  }

  async comparePolicies(work: ComparePoliciesWork, asker: Asker): Promise<Answered | SideRefused | NeedsPins | Problem> {
    const outcome = await this.#host.pool.run('comparePolicies', work, { ...asker, estimate: estimateOf(work) });
    return this.#unlessOut(valueOrProblem(outcome));
  }

  /** Compiles a stored policy. */
  async emitPolicy(work: EmitWork, asker: Asker): Promise<Emitted | TooLong | Problem> {
    const outcome = this.#unlessOut(await this.#host.ask('emitPolicy', work, asker));
    return outcome.kind === 'unreadable' ? this.#host.unreadable() : outcome;
  }

  async format(source: string, asker: Asker): Promise<Answered | RefusedSource | Problem> {
    return this.#host.ask('format', { source }, asker);
  }

  async evaluate(work: EvaluateWork, asker: Asker): Promise<Answered | RefusedSource | NeedsPins | EvaluationRefused | Problem> {
    return this.#host.ask('evaluate', work, asker);
  }

  async closePolicy(work: PolicyWork, asker: Asker): Promise<ClosedPolicy | RefusedSource | NeedsPins | Open | Problem> {
    return this.#unlessOut(await this.#host.ask('closePolicy', work, asker));
  }

  async policyGraph(work: PolicyGraphWork, asker: Asker): Promise<Answered | TooLong | Unreadable | Problem> {
    return this.#host.ask('policyGraph', work, asker);
  }

  async testPolicy(work: TestPolicyWork, asker: Asker): Promise<TestedPolicy | Problem> {
    return this.#host.ask('testPolicy', work, asker);
  }

  async replayPolicy(work: ReplayWork, asker: Asker): Promise<ReplayedDecisions | RefusedSource | NeedsPins | Problem> {
    const characters = [...work.files.values(), ...work.decided.map(({ params }) => params)].reduce(
      (sum, text) => sum + text.length,
      work.source.length,
    );
    return valueOrProblem(await this.#host.pool.run('replayPolicy', work, { ...asker, estimate: engineEstimate(characters) }));
  }

  /**
   * @param read reads the policy, when its turn to be loaded comes
   * @param share of the first caller; later callers wait for the same load
   */
  async loadPolicy(read: () => Promise<CertifiedSource>, share: Share): Promise<PolicyLoad | Problem> {
    return valueOrProblem(await this.#loader.runMade('loadPolicy', read, { share }));
  }

  async decide(work: DecideWork, asker: Omit<Asker, 'meter'>): Promise<Decided | Problem> {
    return this.#decider.ask('decide', work, asker);
  }

  get #pools(): readonly (EngineHost<Tasks> | ThreadPool<Tasks>)[] {
    return [this.#host, this.#loader, this.#decider];
  }

  #unlessOut<Value>(outcome: Value | SolverOut): Value | Problem {
    return isSolverOut(outcome) ? this.#host.solverOut(outcome) : outcome;
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

function isSolverOut(outcome: unknown): outcome is SolverOut {
  return typeof outcome === 'object' && outcome !== null && Reflect.get(outcome, 'kind') === 'solver-out';
}

/** The work of a comparison, by the characters of both sides. */
function estimateOf({ old, new: young }: CompareWork): number {
  const texts = [old, young].flatMap(({ source, files }) => [source, ...files.values()]);
  return engineEstimate(texts.reduce((sum, text) => sum + text.length, 0));
}
