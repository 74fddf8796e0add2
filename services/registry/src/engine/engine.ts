import type { Certification } from '@kirchhoff/coherence';
import {
  type AskerOptions,
  EngineHost,
  type EngineOptions,
  type PoolOutcome,
  programTooLong,
  type SourceWork,
  type Unreadable,
  valueOrProblem,
  WARM_UP,
} from '@kirchhoff/engine-host';
import { OWN_SHARE, type Problem, problem, type Share } from '@kirchhoff/platform';
import type * as Tasks from './tasks.js';
import type {
  ArtifactWork,
  CardWork,
  Certified,
  CertifyWork,
  ExplanationWork,
  GraphWork,
  Inspection,
  Made,
  PartWork,
  Verified,
  VerifyWork,
} from './work.js';

const WARM_UP_WORK: CertifyWork = { source: WARM_UP, pinned: [], reuse: undefined };
const WARM_UP_GRAPH: GraphWork = {
  source: WARM_UP,
  pinned: [],
  form: 'svg',
  subject: { pid: '', version: 1, certificate: undefined, openResult: undefined },
};

/** Runs the engine in its threads, never on the event loop. */
export class RegistryEngine {
  readonly #host: EngineHost<typeof Tasks>;
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#host = new EngineHost<typeof Tasks>(require.resolve('./tasks.js'), options);
  }

  /** Loads the engine into the threads, so that the first request does not wait for it. */
  async warm(): Promise<void> {
    await this.#inEachThread(async () => this.#host.run('certify', WARM_UP_WORK, { share: OWN_SHARE }));
  }

  /** Loads the layout of pictures into the threads: the first drawing of a thread takes several times as long as the next. */
  async warmDrawing(): Promise<void> {
    await this.#inEachThread(async () => this.#host.run('graph', WARM_UP_GRAPH, { share: OWN_SHARE }));
  }

  async #inEachThread(task: () => Promise<unknown>): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.threads }, task));
  }

  /** Reads a source for publishing; 503 if no thread is free in time. */
  async inspect(work: SourceWork, share: Share): Promise<Inspection | Problem> {
    return this.#host.ask('inspect', work, { share });
  }

  /** Checks a stored certificate against a source. The asker's signal ends the check, and the thread with it. */
  async verify(work: VerifyWork, asker: AskerOptions): Promise<PoolOutcome<Verified>> {
    return this.#host.run('verify', work, asker);
  }

  /** Proves a source. The asker's signal ends the proof, and the thread with it. */
  async certify(work: CertifyWork, asker: AskerOptions): Promise<PoolOutcome<Certified>> {
    const outcome = await this.#host.run('certify', work, asker);
    if (outcome.kind === 'done' && outcome.value.kind === 'certification') this.#tellFaults(outcome.value.certification);
    return outcome;
  }

  #tellFaults({ hash, warnings }: Certification): void {
    const faults = warnings.filter(({ code }) => code === 'engine-fault').map(({ message }) => message);
    if (faults.length > 0) this.#options.log.error({ hash, faults }, 'a run contradicts a query of the engine: report this fault');
  }

  /** Returns the graph of a version, or the 503 of a busy pool. */
  async graph(work: GraphWork, asker: AskerOptions): Promise<Made | Problem> {
    return this.#made(await this.#host.ask('graph', work, asker));
  }

  /** Returns a picture of a part of a version's graph. */
  async graphPart(work: PartWork, asker: AskerOptions): Promise<Made | Problem> {
    const outcome = await this.#host.ask('graphPart', work, asker);
    return outcome.kind === 'no-part' ? problem('not-found', 'The graph has no such part.') : this.#made(outcome);
  }

  /** Returns the preview picture of a circuit, or the 503 of a busy pool. */
  async card(work: CardWork, asker: AskerOptions): Promise<Made | Problem> {
    return valueOrProblem(await this.#host.pool.run('card', work, asker));
  }

  /** Returns what is proven of a version, as JSON, or the 503 of a busy pool. */
  async explanation(work: ExplanationWork, asker: AskerOptions): Promise<Made | Problem> {
    return this.#made(await this.#host.ask('explanation', work, asker));
  }

  /** Returns a certified version compiled for a target. */
  async artifact(work: ArtifactWork, asker: AskerOptions): Promise<Made | Problem> {
    const outcome = await this.#host.ask('artifact', work, asker);
    if (outcome.kind === 'solver-out') return this.#host.solverOut(outcome);
    if (outcome.kind === 'too-long') return programTooLong(outcome);
    if (outcome.kind !== 'unproven') return this.#made(outcome);
    return problem('not-certified', `The stored certificate is invalid: ${outcome.reason}. Certify the circuit again.`);
  }

  #made(made: Made | Unreadable | Problem): Made | Problem {
    return made.kind === 'unreadable' ? this.#host.unreadable() : made;
  }

  stopWaiting(): void {
    this.#host.stopWaiting();
  }

  giveUp(): void {
    this.#host.giveUp();
  }

  async close(): Promise<void> {
    await this.#host.close();
  }
}
