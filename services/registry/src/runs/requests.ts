import {
  type Clock,
  type DailyQuotas,
  isDatabaseOutage,
  isRedisOutage,
  type NewIdentifier,
  type Problem,
  problem,
  type Queue,
  type QuotaDecision,
  quotaProblem,
  type Share,
} from '@kirchhoff/platform';
import type { Circuit } from '../circuits/circuit.js';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { WriteLimiter } from '../writes/write-limiter.js';
import type { Completion, Completions } from './completions.js';
import { enqueue, type RunJob } from './job.js';
import { QuotaRefusals } from './quota-refusals.js';
import type { RunRepository } from './repository.js';
import type { RunKind, RunProgress, RunView } from './run.js';

export interface RunRequestsDeps {
  readonly circuits: CircuitLookup;
  readonly completions: Completions;
  readonly writes: WriteLimiter;
  readonly quotas: DailyQuotas;
  readonly queues: Readonly<Record<RunKind, Queue<RunJob>>>;
  /** False while Redis is known to be down. */
  readonly queueIsThere: () => boolean;
  readonly clock: Clock;
  /** Milliseconds that a request waits for its result before it is answered with 202. */
  readonly waitMilliseconds: number;
}

/** A kind of run as requests see it. */
export interface RequestedKind {
  readonly runs: RunRepository;
  /** Returns the problem of an account that may see the circuit but not run it; `undefined` if it may. */
  readonly refusal: (circuit: Circuit, accountId: string) => Promise<Problem | undefined>;
}

export interface RunRequest {
  readonly pid: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly traceparent: string;
  readonly share: Share;
  readonly newIdentifier: NewIdentifier;
  /** True if the caller does not wait for the result. */
  readonly asynchronous: boolean;
  /** True if an interrupted request can be repeated; its run is already charged. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/** An accepted run, with its progress at the end of the wait. */
export interface Requested {
  readonly kind: 'requested';
  readonly runId: string;
  /** The charge; `undefined` if an interrupted request had already charged the run. */
  readonly quota: Taken | undefined;
  readonly progress: RunProgress;
}

type Taken = QuotaDecision & { readonly kind: 'taken' };

/** Polling interval of the row, in case a message was lost. */
const POLL_MILLISECONDS = 1_000;

/** The reason of a refusal may disappear before it is read; then the request is tried again, at most this many times. */
const MAX_ATTEMPTS = 5;

/** Accepts runs of one kind, and waits for them. */
export class RunRequests {
  readonly #deps: RunRequestsDeps;
  readonly #of: RequestedKind;
  readonly #refusals: QuotaRefusals;

  constructor(deps: RunRequestsDeps, of: RequestedKind) {
    this.#deps = deps;
    this.#of = of;
    this.#refusals = new QuotaRefusals(deps.clock);
  }

  get kind(): RunKind {
    return this.#of.runs.kind;
  }

  /** Accepts a run, and waits for it. After the commit the run will happen, even if the queue or the request fails. */
  async request(request: RunRequest): Promise<Requested | Problem> {
    const { pid, accountId } = request;
    const refused = request.isRepeatable ? undefined : this.#refusals.find(accountId, pid);
    if (refused !== undefined) return quotaProblem(this.kind, refused);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (!this.#deps.queueIsThere()) return (await this.#refusal(pid, accountId)) ?? queueOut();
      const runId = request.newIdentifier(this.kind);
      const requested = await this.#requestAs(runId, request);
      if (requested !== undefined) return requested;
      const before = await this.#of.runs.findOwn(runId, accountId);
      if (before === undefined) {
        // The missing condition may hold by now, for example after a certification; then the request is tried again.
        const refusal = await this.#refusal(pid, accountId);
        if (refusal !== undefined) return refusal;
        continue;
      }
      // A run of the same interrupted request is reused, unless it failed by our fault.
      if (before.result !== null)
        return { kind: 'requested', runId, quota: undefined, progress: { status: 'done', result: before.result } };
      if (before.status !== 'failed') return this.#follow(runId, undefined, request);
    }
    return problem('unavailable', 'This circuit changed too often during this request. Nothing was started; no quota was used. Try again.');
  }

  /** Returns a run that the account requested. */
  async find(id: string, accountId: string): Promise<RunView | undefined> {
    return this.#of.runs.findOwn(id, accountId);
  }

  /** `undefined` if no run was begun. */
  async #requestAs(id: string, request: RunRequest): Promise<Requested | Problem | undefined> {
    const { pid, accountId, keyId, requestId, traceparent, share } = request;
    const asked = { id, pid, accountId, keyId, requestId, traceparent, share };
    const quota = await this.#deps.writes.write(share, async () => this.#of.runs.request(asked, this.#deps.quotas));
    if (quota === undefined || quota.kind === 'problem') return quota;
    if (quota.kind === 'exceeded') {
      this.#refusals.keep(accountId, pid, quota);
      return quotaProblem(this.kind, quota);
    }
    return this.#follow(id, quota, request);
  }

  /** Enqueues a run, unless it is queued already, and waits for it. */
  async #follow(runId: string, quota: Taken | undefined, request: RunRequest): Promise<Requested> {
    const { asynchronous, share, signal } = request;
    const completion = this.#deps.completions.listen(runId);
    try {
      const queued = await this.#enqueue({ run_id: runId, attempt: 1, share });
      const progress: RunProgress = asynchronous || !queued ? { status: 'queued' } : await this.#wait(runId, completion, signal);
      return { kind: 'requested', runId, quota, progress };
    } finally {
      completion.close();
    }
  }

  /** Returns the reason why no run was written. It is read only in this case, so that the usual request needs one statement. */
  async #refusal(pid: string, accountId: string): Promise<Problem | undefined> {
    const found = await this.#deps.circuits.find(pid, accountId);
    return found.kind === 'problem' ? found : this.#of.refusal(found.circuit, accountId);
  }

  /** Reads the progress. While the database is out the run continues, and its state is unknown. */
  async #progress(runId: string): Promise<RunProgress> {
    try {
      return await this.#of.runs.progress(runId);
    } catch (error) {
      if (isDatabaseOutage(error)) return { status: 'queued' };
      throw error;
    }
  }

  /** Returns whether the queue has the job. If Redis fails meanwhile, the sweeper finds the row. */
  async #enqueue(job: RunJob): Promise<boolean> {
    try {
      await enqueue(this.#deps.queues[this.kind], job);
      return true;
    } catch (error) {
      if (isRedisOutage(error)) return false;
      throw error;
    }
  }

  /** Waits until the run has ended, the wait is over, the client is gone, or the process stops. */
  async #wait(runId: string, completion: Completion, signal: AbortSignal): Promise<RunProgress> {
    const deadline = this.#deps.clock.monotonic() + this.#deps.waitMilliseconds;
    const { completions } = this.#deps;
    for (;;) {
      const left = deadline - this.#deps.clock.monotonic();
      if (!completions.isOver) await completion.next(Math.min(left, POLL_MILLISECONDS), signal);
      const progress = await this.#progress(runId);
      const ended = progress.status === 'done' || progress.status === 'failed';
      if (ended || signal.aborted || completions.isOver || this.#deps.clock.monotonic() >= deadline) return progress;
    }
  }
}

function queueOut(): Problem {
  return problem('unavailable', 'The job queue is unavailable. Nothing was started; no quota was used.');
}
