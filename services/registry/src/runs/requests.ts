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
import type { WriteLine } from '../writes/write-line.js';
import type { Completion, Completions } from './completions.js';
import { enqueue, type RunJob } from './job.js';
import { QuotaRefusals } from './quota-refusals.js';
import type { RunRepository } from './repository.js';
import type { Progress, Run, RunKind } from './run.js';

export interface RunRequestsParts {
  readonly circuits: CircuitLookup;
  readonly completions: Completions;
  readonly writes: WriteLine;
  readonly quotas: DailyQuotas;
  readonly queues: Readonly<Record<RunKind, Queue<RunJob>>>;
  /** False while Redis is known to be down. */
  readonly queueIsThere: () => boolean;
  readonly clock: Clock;
  /** Milliseconds that a request waits for its result before it is answered with 202. */
  readonly waitMilliseconds: number;
}

/** Runs of one kind, as they are asked for. */
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
  /** Do not wait for the result. */
  readonly asynchronous: boolean;
  /** It may repeat one that broke off, whose run is counted already. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/** A run that was taken on: counted, written, and as far as it came while the request waited. */
export interface Requested {
  readonly kind: 'requested';
  readonly runId: string;
  /** Undefined where the run was counted before: this request repeats one that broke off. */
  readonly quota: Taken | undefined;
  readonly progress: Progress;
}

type Taken = QuotaDecision & { readonly kind: 'taken' };

/** The row is asked at least so often, in case a message was lost. */
const POLL_MILLISECONDS = 1_000;

/** The reason of a refusal may be gone a moment later: then the request is tried again. */
const MAX_ATTEMPTS = 5;

/** Takes runs of one kind on, and waits for them. */
export class RunRequests {
  readonly #parts: RunRequestsParts;
  readonly #of: RequestedKind;
  readonly #refusals: QuotaRefusals;

  constructor(parts: RunRequestsParts, of: RequestedKind) {
    this.#parts = parts;
    this.#of = of;
    this.#refusals = new QuotaRefusals(parts.clock);
  }

  get kind(): RunKind {
    return this.#of.runs.kind;
  }

  /** Takes a run on, and waits for it. From the commit on it happens, whatever becomes of queue and request. */
  async request(request: RunRequest): Promise<Requested | Problem> {
    const { pid, accountId } = request;
    const refused = request.isRepeatable ? undefined : this.#refusals.find(accountId, pid);
    if (refused !== undefined) return quotaProblem(this.kind, refused);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (!this.#parts.queueIsThere()) return (await this.#refusal(pid, accountId)) ?? queueOut();
      const runId = request.newIdentifier(this.kind);
      const requested = await this.#requestAs(runId, request);
      if (requested !== undefined) return requested;
      const before = await this.#of.runs.findOwn(runId, accountId);
      if (before === undefined) {
        // A missing row may exist by now, such as a certification that has just closed: then it is tried once more.
        const refusal = await this.#refusal(pid, accountId);
        if (refusal !== undefined) return refusal;
        continue;
      }
      // A run that this request began before it broke off is its run, unless it failed by our fault: then it gets another.
      if (before.result !== null)
        return { kind: 'requested', runId, quota: undefined, progress: { status: 'done', result: before.result } };
      if (before.status !== 'failed') return this.#follow(runId, undefined, request);
    }
    return problem('unavailable', 'This circuit was changed again and again meanwhile, so nothing was begun or counted.');
  }

  /** A run that the account asked for. */
  async find(id: string, accountId: string): Promise<Run | undefined> {
    return this.#of.runs.findOwn(id, accountId);
  }

  /** `undefined` if no run was begun. */
  async #requestAs(id: string, request: RunRequest): Promise<Requested | Problem | undefined> {
    const { pid, accountId, keyId, requestId, traceparent, share } = request;
    const asked = { id, pid, accountId, keyId, requestId, traceparent, share };
    const quota = await this.#parts.writes.write(share, async () => this.#of.runs.request(asked, this.#parts.quotas));
    if (quota === undefined || quota.kind === 'problem') return quota;
    if (quota.kind === 'exceeded') {
      this.#refusals.keep(accountId, pid, quota);
      return quotaProblem(this.kind, quota);
    }
    return this.#follow(id, quota, request);
  }

  /** Puts a run into the queue, which may have it already, and waits for it. */
  async #follow(runId: string, quota: Taken | undefined, request: RunRequest): Promise<Requested> {
    const { asynchronous, share, signal } = request;
    const completion = this.#parts.completions.listen(runId);
    try {
      const queued = await this.#enqueue({ run_id: runId, attempt: 1, share });
      const progress: Progress = asynchronous || !queued ? { status: 'queued' } : await this.#wait(runId, completion, signal);
      return { kind: 'requested', runId, quota, progress };
    } finally {
      completion.close();
    }
  }

  /** Returns the reason why no run was begun. It is looked up only then, because the usual request is one statement. */
  async #refusal(pid: string, accountId: string): Promise<Problem | undefined> {
    const found = await this.#parts.circuits.find(pid, accountId);
    return found.kind === 'problem' ? found : this.#of.refusal(found.circuit, accountId);
  }

  /** A run goes on whatever happens to the database; while that is out, its state is unknown. */
  async #progress(runId: string): Promise<Progress> {
    try {
      return await this.#of.runs.progress(runId);
    } catch (error) {
      if (isDatabaseOutage(error)) return { status: 'queued' };
      throw error;
    }
  }

  /** Returns whether the queue took the job; if Redis went away meanwhile, the sweeper finds the row. */
  async #enqueue(job: RunJob): Promise<boolean> {
    try {
      await enqueue(this.#parts.queues[this.kind], job);
      return true;
    } catch (error) {
      if (isRedisOutage(error)) return false;
      throw error;
    }
  }

  /** Until the row says that the run has ended, the wait is over, the client is gone, or the process stops. */
  async #wait(runId: string, completion: Completion, signal: AbortSignal): Promise<Progress> {
    const deadline = this.#parts.clock.monotonic() + this.#parts.waitMilliseconds;
    const { completions } = this.#parts;
    for (;;) {
      const left = deadline - this.#parts.clock.monotonic();
      if (!completions.isOver) await completion.next(Math.min(left, POLL_MILLISECONDS), signal);
      const progress = await this.#progress(runId);
      const ended = progress.status === 'done' || progress.status === 'failed';
      if (ended || signal.aborted || completions.isOver || this.#parts.clock.monotonic() >= deadline) return progress;
    }
  }
}

function queueOut(): Problem {
  return problem('unavailable', 'The queue is out, so nothing was begun or counted.');
}
