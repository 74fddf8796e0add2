import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { isRedisOutage, type Messages, type PoolOutcome, type Queue } from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type { Unreadable } from '../engine/work.js';
import type { Outbox } from '../events/outbox.js';
import { announceEnd } from './completions.js';
import { enqueue, type RunJob } from './job.js';
import { holdLease } from './lease.js';
import type { BegunRun, NextAttempt, RunEnd, RunRepository } from './repository.js';
import type { Fault } from './run.js';

export interface RunnerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the engine's part of a run comes to: what is to be written, or that our side is at fault. */
export type Concluded<End> = { readonly kind: 'end'; readonly end: End } | Unreadable | SolverOut;

/** What a run of one kind does in the engine's threads. */
export type RunWork<Subject, End> = (runId: string, begun: BegunRun<Subject>, signal: AbortSignal) => Promise<PoolOutcome<Concluded<End>>>;

export interface RunnerParts<Subject extends object, End extends RunEnd> {
  readonly runs: RunRepository<Subject, End>;
  readonly work: RunWork<Subject, End>;
  readonly queue: Queue<RunJob>;
  readonly messages: Messages;
  readonly outbox: Outbox;
  readonly log: RunnerLog;
  /** For how long a run belongs to a worker that does not say that it still lives. */
  readonly leaseMilliseconds: number;
}

/** So long a run is held by the lock on its job alone. Longer than most runs take, and far shorter than that lock lasts. */
const MOMENT_MILLISECONDS = 100;

/** Does one job: what there is to do, engine, result. Doing the same job twice changes nothing. */
export class Runner<Subject extends object, End extends RunEnd> {
  readonly #parts: RunnerParts<Subject, End>;
  readonly #leaving = new AbortController();
  readonly #going = new Set<Promise<void>>();

  constructor(parts: RunnerParts<Subject, End>) {
    this.#parts = parts;
  }

  /**
   * @param again whether the queue has given the job out before, to a worker that died
   * @throws where Postgres is out: the row then waits for the sweeper
   */
  async run(job: RunJob, again: boolean): Promise<void> {
    const going = again ? this.#lost(job) : this.#run(job);
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

  /** Ends the runs that are still going and gives them back: the process has to leave. */
  abandon(): void {
    this.#leaving.abort();
  }

  /** Puts the next attempt into the queue, or tells those who wait that there is none. */
  async follow(next: NextAttempt): Promise<void> {
    const { runs, messages, log } = this.#parts;
    switch (next.kind) {
      case 'again':
        return this.#enqueue(next.job);
      case 'failed':
        log.error({ run_id: next.runId }, `a ${runs.kind} was given up`);
        return announceEnd(messages, next.runId);
    }
  }

  async #run(job: RunJob): Promise<void> {
    const { runs, work, leaseMilliseconds, log } = this.#parts;
    const began = performance.now();
    const begun = await runs.begin(job, ENGINE_VERSION);
    if (begun === undefined) return;
    const take = async () => runs.lease(job, leaseMilliseconds);
    const renew = async () => runs.renew(job, leaseMilliseconds);
    const lease = holdLease({ take, renew }, MOMENT_MILLISECONDS, leaseMilliseconds);
    try {
      const outcome = await work(job.run_id, begun, AbortSignal.any([lease.lost, this.#leaving.signal]));
      // A run that was lost is another worker's, maybe under the same attempt: it must not be given back.
      if (outcome.kind !== 'gone' || !lease.lost.aborted) await this.#settle(job, outcome, began);
    } catch (error) {
      log.error({ err: error, ...job }, `a ${runs.kind} threw`);
      await this.#endAttempt(job, 'failure');
    } finally {
      lease.release();
    }
  }

  async #settle(job: RunJob, outcome: PoolOutcome<Concluded<End>>, began: number): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return this.#conclude(job, outcome.value, began);
      case 'guard':
        return this.#endAttempt(job, 'guard');
      case 'crashed':
        this.#parts.log.error({ reason: outcome.reason, ...job }, 'an engine thread died');
        return this.#endAttempt(job, 'failure');
      case 'busy':
      case 'gone':
        return this.#parts.runs.handBack(job);
    }
  }

  async #conclude(job: RunJob, concluded: Concluded<End>, began: number): Promise<void> {
    switch (concluded.kind) {
      case 'end':
        return this.#finish(job, concluded.end, began);
      case 'unreadable':
        this.#parts.log.error(job, 'this engine does not read a source that was published before');
        return this.#endAttempt(job, 'failure');
      case 'solver-out':
        this.#parts.log.error({ reason: concluded.reason, ...job }, 'the solver is out');
        return this.#endAttempt(job, 'failure');
    }
  }

  async #finish(job: RunJob, end: End, began: number): Promise<void> {
    const { runs, messages, outbox, log } = this.#parts;
    const deliveries = await runs.finish(job, end, performance.now() - began);
    if (deliveries === undefined) log.warn(job, `a ${runs.kind} was finished by another run`);
    else await Promise.all([announceEnd(messages, job.run_id), outbox.dispatch(deliveries, job.traceparent)]);
  }

  async #lost(job: RunJob): Promise<void> {
    const next = await this.#parts.runs.endLost(job);
    if (next !== undefined) await this.follow(next);
  }

  async #endAttempt(job: RunJob, fault: Fault): Promise<void> {
    const next = await this.#parts.runs.end(job, fault);
    if (next !== undefined) await this.follow(next);
  }

  /** Where Redis is out the row waits for the sweeper. */
  async #enqueue(job: RunJob): Promise<void> {
    try {
      await enqueue(this.#parts.queue, job);
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
    }
  }
}
