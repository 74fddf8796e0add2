import {
  type Clock,
  isDatabaseOutage,
  isRedisOutage,
  type NewIdentifier,
  type Problem,
  problem,
  type Queue,
  type QuotaDecision,
  quotaProblem,
} from '@kirchhoff/platform';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { Certification, Progress } from './certification.js';
import type { Completion, Completions } from './completions.js';
import { type CertificationJob, enqueue } from './job.js';
import type { CertificationRepository } from './repository.js';

export interface CertificationsParts {
  readonly circuits: CircuitLookup;
  readonly certifications: CertificationRepository;
  readonly completions: Completions;
  readonly queue: Queue<CertificationJob>;
  /** False while Redis is known to be down. */
  readonly queueIsThere: () => boolean;
  readonly clock: Clock;
  /** How long a request waits for its result before it is answered with 202. */
  readonly waitMilliseconds: number;
}

export interface CertifyRequest {
  readonly pid: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly traceparent: string;
  readonly newIdentifier: NewIdentifier;
  /** Do not wait for the result. */
  readonly asynchronous: boolean;
  readonly signal: AbortSignal;
}

/** A run that was taken on: counted, written, and as far as it came while the request waited. */
export interface Requested {
  readonly kind: 'requested';
  readonly certificationId: string;
  /** Undefined where the run was counted before: this request repeats one that broke off. */
  readonly quota: Taken | undefined;
  readonly progress: Progress;
}

type Taken = QuotaDecision & { readonly kind: 'taken' };

/** The row is asked at least so often, in case a message was lost. */
const POLL_MILLISECONDS = 1_000;

export class Certifications {
  readonly #parts: CertificationsParts;

  constructor(parts: CertificationsParts) {
    this.#parts = parts;
  }

  /** Takes a run on, and waits for it. From the commit on it happens, whatever becomes of queue and request. */
  async certify(request: CertifyRequest): Promise<Requested | Problem> {
    for (;;) {
      const { pid, accountId } = request;
      if (!this.#parts.queueIsThere()) return this.#refusal(pid, accountId);
      const certificationId = request.newIdentifier('certification');
      const requested = await this.#certifyAs(certificationId, request);
      if (requested !== undefined) return requested;
      const before = await this.#parts.certifications.findOwn(certificationId, accountId);
      if (before === undefined) return this.#refusal(pid, accountId);
      // What this very request began before it broke off is its run, unless our fault ended that: then it has another.
      if (before.result !== null)
        return { kind: 'requested', certificationId, quota: undefined, progress: { status: 'done', result: before.result } };
      if (before.status !== 'failed') return this.#follow(certificationId, undefined, request);
    }
  }

  /** Undefined where nothing was begun. */
  async #certifyAs(id: string, request: CertifyRequest): Promise<Requested | Problem | undefined> {
    const { pid, accountId, keyId, requestId } = request;
    const quota = await this.#parts.certifications.request({ id, pid, accountId, keyId, requestId });
    if (quota === undefined) return undefined;
    if (quota.kind === 'exceeded') return quotaProblem('certification', quota);
    return this.#follow(id, quota, request);
  }

  /** Sees a run into the queue, where it may be already, and waits for it. */
  async #follow(certificationId: string, quota: Taken | undefined, request: CertifyRequest): Promise<Requested> {
    const { asynchronous, traceparent, signal } = request;
    const completion = this.#parts.completions.listen(certificationId);
    try {
      const queued = await this.#enqueue({ certification_id: certificationId, attempt: 1, traceparent });
      const progress: Progress = asynchronous || !queued ? { status: 'queued' } : await this.#wait(certificationId, completion, signal);
      return { kind: 'requested', certificationId, quota, progress };
    } finally {
      completion.close();
    }
  }

  /** Why nothing was begun: looked up only then, because the usual request is one statement. */
  async #refusal(pid: string, accountId: string): Promise<Problem> {
    const found = await this.#parts.circuits.find(pid, accountId);
    if (found.kind === 'problem') return found;
    if (found.circuit.owner !== accountId) return problem('not-owner', 'Only the account that published a circuit certifies it.');
    return problem('unavailable', 'The queue is out, so nothing was begun or counted.');
  }

  /** A certification of the account's own. */
  async find(id: string, accountId: string): Promise<Certification | undefined> {
    return this.#parts.certifications.findOwn(id, accountId);
  }

  /** The certificate of the current version of a circuit that the account may see. */
  async currentCertificate(pid: string, accountId: string | undefined): Promise<Uint8Array | Problem> {
    const found = await this.#parts.circuits.find(pid, accountId);
    if (found.kind === 'problem') return found;
    const certificate = await this.#parts.certifications.currentCertificate(pid, found.circuit.version);
    return certificate ?? problem('not-found', 'The current version has no certificate.');
  }

  /** The run is taken on whatever happens to the database meanwhile: while it is out, nobody knows more than that. */
  async #progress(certificationId: string): Promise<Progress> {
    try {
      return await this.#parts.certifications.progress(certificationId);
    } catch (error) {
      if (isDatabaseOutage(error)) return { status: 'queued' };
      throw error;
    }
  }

  /** Whether the job was taken; where Redis went away meanwhile, the sweeper finds the row. */
  async #enqueue(job: CertificationJob): Promise<boolean> {
    try {
      await enqueue(this.#parts.queue, job);
      return true;
    } catch (error) {
      if (isRedisOutage(error)) return false;
      throw error;
    }
  }

  /** Until the row says that the run has ended, the wait is over, or the client is gone. */
  async #wait(certificationId: string, completion: Completion, signal: AbortSignal): Promise<Progress> {
    const deadline = this.#parts.clock.monotonic() + this.#parts.waitMilliseconds;
    for (;;) {
      const left = deadline - this.#parts.clock.monotonic();
      await completion.next(Math.min(left, POLL_MILLISECONDS), signal);
      const progress = await this.#progress(certificationId);
      const ended = progress.status === 'done' || progress.status === 'failed';
      if (ended || signal.aborted || this.#parts.clock.monotonic() >= deadline) return progress;
    }
  }
}
