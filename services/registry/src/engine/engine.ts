import { type Certification, type Files, NO_FILES } from '@kirchhoff/coherence';
import {
  EnginePool,
  engineEstimate,
  type Meter,
  OWN_SHARE,
  type PoolOutcome,
  type Problem,
  problem,
  type Share,
  valueOrProblem,
} from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type * as Tasks from './tasks.js';
import type {
  ArtifactWork,
  Certified,
  CertifyWork,
  GraphWork,
  Inspection,
  InspectWork,
  Made,
  Unreadable,
  Verified,
  VerifyWork,
} from './work.js';

export interface EngineLog {
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  readonly threads: number;
  /** How many tasks may wait for a thread before others are told that all are busy. */
  readonly queueLimit: number;
  /** How many of one account may wait. Default: 8. */
  readonly queueLimitOfAccount?: number;
  /** How long a task may wait before others are told the same. Default: without limit. */
  readonly waitMilliseconds?: number;
  readonly guardMilliseconds: number;
  readonly log: EngineLog;
}

/** For whom something is made. */
export interface Asker {
  readonly share: Share;
  readonly meter: Meter;
}

/** Small and legal: running it loads the engine into a thread. */
const WARM_UP = `circuit warm_up {
  input amount: 0..1_000
  output fee: 0..1_000
  fee = if amount < 500 { amount / 2 } else { MIN(amount, 900) }
  ensure fee <= amount
}`;
const WARM_UP_WORK: CertifyWork = { source: WARM_UP, pinned: [], reuse: undefined };

/** The engine in its threads: nothing of it ever runs on the event loop. */
export class Engine {
  readonly #pool: EnginePool<typeof Tasks>;
  readonly #threads: number;
  readonly #log: EngineLog;

  constructor({ log, ...options }: EngineOptions) {
    this.#threads = options.threads;
    this.#log = log;
    this.#pool = new EnginePool<typeof Tasks>({ module: require.resolve('./tasks.js'), ...options });
  }

  /** Loads the engine into the threads, so that the first request does not wait for it. */
  async warm(): Promise<void> {
    await Promise.all(Array.from({ length: this.#threads }, async () => this.#pool.run('certify', WARM_UP_WORK, { share: OWN_SHARE })));
  }

  /** What publishing has to know of a source, or the 503 of a pool that could not tell. */
  async inspect(work: InspectWork, share: Share): Promise<Inspection | Problem> {
    return valueOrProblem(await this.#pool.run('inspect', work, asking(work, { share })));
  }

  /**
   * Checks a stored certificate against a source.
   * @param signal ends the check, and the thread with it
   */
  async verify(work: VerifyWork, share: Share, signal: AbortSignal): Promise<PoolOutcome<Verified>> {
    return this.#pool.run('verify', work, { ...asking(work, { share }), signal });
  }

  #solverOut({ reason }: SolverOut): Problem {
    this.#log.error({ reason }, 'the solver is out');
    return problem('unavailable', 'The solver that this proof rests on does not start.');
  }

  /** @param signal ends the run, and the thread with it */
  async certify(work: CertifyWork, share: Share, signal: AbortSignal): Promise<PoolOutcome<Certified>> {
    const outcome = await this.#pool.run('certify', work, { ...asking(work, { share }), signal });
    if (outcome.kind === 'done' && outcome.value.kind === 'certification') this.#tellFaults(outcome.value.certification);
    return outcome;
  }

  #tellFaults({ hash, warnings }: Certification): void {
    const faults = warnings.filter(({ code }) => code === 'engine-fault').map(({ message }) => message);
    if (faults.length > 0) this.#log.error({ hash, faults }, 'a run contradicts a query of the engine: report this fault');
  }

  /** The graph of a version, or the 503 of a pool that could not make it. */
  async graph(work: GraphWork, asker: Asker): Promise<Exclude<Made, Unreadable> | Problem> {
    return this.#made(valueOrProblem(await this.#pool.run('graph', work, asking(work, asker))));
  }

  /** A certified version in a target's language. */
  async artifact(work: ArtifactWork, asker: Asker): Promise<Exclude<Made, Unreadable> | Problem> {
    const outcome = valueOrProblem(await this.#pool.run('artifact', work, asking(work, asker)));
    if (outcome.kind === 'solver-out') return this.#solverOut(outcome);
    if (outcome.kind === 'too-long') return problem('program-too-long', `This circuit cannot be compiled: ${outcome.message}.`);
    if (outcome.kind !== 'unproven') return this.#made(outcome);
    return problem('not-certified', `The stored certificate does not check: ${outcome.reason}. Certify the circuit again.`);
  }

  #made(made: Made | Problem): Exclude<Made, Unreadable> | Problem {
    if (made.kind !== 'unreadable') return made;
    this.#log.error({}, 'this engine does not read a source that was published before as it was read then');
    return problem('internal', 'This engine does not read a source that was published before.');
  }

  stopWaiting(): void {
    this.#pool.stopWaiting();
  }

  giveUp(): void {
    this.#pool.giveUp();
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function asking<Asking>(
  { source, files = NO_FILES }: { readonly source: string; readonly files?: Files },
  asker: Asking,
): Asking & { readonly estimate: number } {
  const characters = [...files.values()].reduce((sum, text) => sum + text.length, source.length);
  return { ...asker, estimate: engineEstimate(characters) };
}
