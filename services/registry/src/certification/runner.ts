import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { type Clock, isRedisOutage, type Messages, type PoolOutcome, type Queue } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import type { Certified } from '../engine/work.js';
import type { Outbox } from '../events/outbox.js';
import type { AttemptRepository, NextAttempt } from './attempts.js';
import type { CertificationFailure } from './certification.js';
import { announceEnd } from './completions.js';
import { decision } from './decision.js';
import { type CertificationJob, enqueue } from './job.js';
import { holdLease } from './lease.js';
import { resultBytes } from './result.js';
import type { LeasedRun, RunRepository, RunResult } from './run-repository.js';

export interface RunnerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface RunnerParts {
  readonly runs: RunRepository;
  readonly attempts: AttemptRepository;
  readonly engine: Engine;
  readonly queue: Queue<CertificationJob>;
  readonly messages: Messages;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: RunnerLog;
  /** For how long a run belongs to a worker that does not say that it still lives. */
  readonly leaseMilliseconds: number;
}

/** Does one job: lease, engine, result. Doing the same job twice changes nothing. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #leaving = new AbortController();
  readonly #going = new Set<Promise<void>>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** @throws where Postgres is out: the row then waits for the sweeper */
  async run(job: CertificationJob): Promise<void> {
    const going = this.#run(job);
    this.#going.add(going);
    try {
      await going;
    } finally {
      this.#going.delete(going);
    }
  }

  /** Resolves when the runs that are going now have ended, one way or another. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#going);
  }

  async #run(job: CertificationJob): Promise<void> {
    const { runs, engine, leaseMilliseconds } = this.#parts;
    const leased = await runs.lease(job, ENGINE_VERSION, leaseMilliseconds);
    if (leased === undefined) return;
    const lease = holdLease(async () => runs.renew(job, leaseMilliseconds), leaseMilliseconds);
    try {
      const signal = AbortSignal.any([lease.lost, this.#leaving.signal]);
      const outcome = await engine.certify({ source: leased.source, pinned: leased.pinned, reuse: leased.reuse }, signal);
      await this.#settle(job, leased, outcome);
    } catch (error) {
      this.#parts.log.error({ err: error, ...job }, 'a certification threw');
      await this.#endAttempt(job, 'certification-failed');
    } finally {
      lease.release();
    }
  }

  /** Ends the runs that are still going and gives them back: the process has to leave. */
  abandon(): void {
    this.#leaving.abort();
  }

  /** Puts the next attempt into the queue, or tells those who wait that there is none. */
  async follow(next: NextAttempt): Promise<void> {
    switch (next.kind) {
      case 'again':
        return this.#enqueue(next.job);
      case 'failed':
        this.#parts.log.error({ certification_id: next.certificationId }, 'a certification was given up');
        return announceEnd(this.#parts.messages, next.certificationId);
    }
  }

  async #settle(job: CertificationJob, leased: LeasedRun, outcome: PoolOutcome<Certified>): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return this.#conclude(job, leased, outcome.value);
      case 'guard':
        return this.#endAttempt(job, 'guard-exceeded');
      case 'crashed':
        this.#parts.log.error({ reason: outcome.reason, ...job }, 'an engine thread died');
        return this.#endAttempt(job, 'certification-failed');
      case 'busy':
        return this.#parts.runs.handBack(job);
      case 'gone':
        // Where the lease was lost the row is somebody else's already, and giving back changes nothing.
        return this.#parts.runs.handBack(job);
    }
  }

  async #conclude(job: CertificationJob, leased: LeasedRun, certified: Certified): Promise<void> {
    switch (certified.kind) {
      case 'certification':
        return this.#finish(job, this.#resultOf(job, leased, certified));
      case 'unreadable':
        this.#parts.log.error(job, 'this engine does not read a source that was published before');
        return this.#endAttempt(job, 'certification-failed');
      case 'solver-out':
        this.#parts.log.error({ reason: certified.reason, ...job }, 'the solver is out');
        return this.#endAttempt(job, 'certification-failed');
    }
  }

  #resultOf(job: CertificationJob, leased: LeasedRun, { certification, engineVersion }: Certified & { kind: 'certification' }): RunResult {
    const now = this.#parts.clock.now();
    const { certified, phi_c: phiC, assurance } = certification;
    const decided = { certified, phiC, assurance, certifiedAt: certified ? now : null };
    const { change, event } = decision(job.certification_id, leased, decided);
    return {
      engineVersion,
      ...decided,
      result: resultBytes(certification, { pid: leased.pid, certificationId: job.certification_id, certifiedAt: now }),
      certificate: certification.certificate === null ? null : new Uint8Array(certification.certificate),
      change,
      event: this.#parts.outbox.identify(event),
    };
  }

  async #finish(job: CertificationJob, result: RunResult): Promise<void> {
    const { runs, messages, outbox, log } = this.#parts;
    const deliveries = await runs.finish(job, result);
    if (deliveries === undefined) log.warn(job, 'a certification was finished by another run');
    else await Promise.all([announceEnd(messages, job.certification_id), outbox.dispatch(deliveries, job.traceparent)]);
  }

  async #endAttempt(job: CertificationJob, failure: CertificationFailure): Promise<void> {
    const next = await this.#parts.attempts.end(job, failure);
    if (next !== undefined) await this.follow(next);
  }

  /** Where Redis is out the row waits for the sweeper. */
  async #enqueue(job: CertificationJob): Promise<void> {
    try {
      await enqueue(this.#parts.queue, job);
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
    }
  }
}
