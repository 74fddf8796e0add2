import { ENGINE_VERSION } from '@kirchhoff/coherence';
import type { PoolOutcome, Unreadable } from '@kirchhoff/engine-host';
import {
  type Clock,
  inSpan,
  inTraceOf,
  isRedisOutage,
  type Messages,
  processJob,
  type Queue,
  type TimeMeter,
  type Tracing,
} from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type { Outbox } from '../events/outbox.js';
import { announceEnd } from './completions.js';
import { enqueue, jobId, type RunAttempt, type RunJob } from './job.js';
import type { BegunRun, NextAttempt, RunEnd, RunRepository } from './repository.js';
import { type AttemptFault, keepLeaseAlive } from './run.js';
import type { RunMeter } from './run-metrics.js';
import { type Head, Turns } from './turns.js';

export interface RunnerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The engine's result for a run: the columns of its end, or a fault of the service. */
export type Concluded<End> = { readonly kind: 'end'; readonly end: End } | Unreadable | SolverOut;

/** The work of a kind of run in the engine's threads; `meter` is told of the time that it holds one. */
export type RunWork<Subject, End> = (
  begun: BegunRun<Subject>,
  signal: AbortSignal,
  meter: TimeMeter,
) => Promise<PoolOutcome<Concluded<End>>>;

/** A claimed run, and the release of its slot. */
interface Held<Subject> {
  readonly begun: BegunRun<Subject>;
  readonly release: () => void;
}

export interface RunnerDeps<Subject extends object, End extends RunEnd> {
  readonly runs: RunRepository<Subject, End>;
  readonly work: RunWork<Subject, End>;
  readonly queue: Queue<RunJob>;
  readonly messages: Messages;
  readonly outbox: Outbox;
  readonly log: RunnerLog;
  /** Milliseconds that a worker holds a run without a renewal. */
  readonly leaseMilliseconds: number;
  /** Maximum of concurrent runs. */
  readonly places: number;
  readonly clock: Clock;
  readonly meter: RunMeter;
  /** Default: no traces. */
  readonly tracing?: Tracing | undefined;
}

/** Accounts considered for the next turn: those whose runs have waited longest. */
const MAX_HEADS = 1_000;

/** Executes waiting runs. Each job executes one run after another; executing a job twice has the effect of once. */
export class Runner<Subject extends object, End extends RunEnd> {
  readonly #deps: RunnerDeps<Subject, End>;
  readonly #turns: Turns;
  readonly #leaving = new AbortController();
  readonly #going = new Set<Promise<void>>();
  #takesMore = true;
  /** True if a job found waiting runs, but was not allowed to start any of them. */
  #leftSome = false;

  constructor(deps: RunnerDeps<Subject, End>) {
    this.#deps = deps;
    this.#turns = new Turns(deps.places, deps.clock);
  }

  /**
   * Executes the run whose turn it is, which may differ from the job's run: that one gets its turn with another job. If a job
   * finds that all waiting runs must leave a slot free, the next run that ends is followed by one of them.
   *
   * @throws if Postgres is out: the rows then wait for the sweeper
   */
  async run(job: RunJob): Promise<void> {
    const { tracing, queue } = this.#deps;
    const going = processJob(tracing, queue.name, { ...job, id: jobId(job) }, async () => this.#run(job));
    this.#going.add(going);
    try {
      await going;
    } finally {
      this.#going.delete(going);
    }
  }

  /** Claims no further runs. */
  takeNoMore(): void {
    this.#takesMore = false;
  }

  /** Resolves when the running runs have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#going);
  }

  /** Aborts the running runs and returns them to the queue, because the process stops. */
  abandon(): void {
    this.#leaving.abort();
  }

  /** Puts the next attempt into the queue, or wakes the requests that wait for the failed run. */
  async follow(next: NextAttempt): Promise<void> {
    const { runs, messages, meter, log } = this.#deps;
    switch (next.kind) {
      case 'again':
        return this.#enqueue(next.job);
      case 'failed':
        meter.failed();
        log.error({ run_id: next.runId }, `a ${runs.kind} was given up`);
        return announceEnd(messages, next.runId);
    }
  }

  async #run(job: RunJob): Promise<void> {
    let next = await this.#claim(job);
    while (next !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      await this.#inTrace(next, job);
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      next = this.#leftSome ? await this.#claimNext() : undefined;
    }
  }

  /** Claims the run of the job if it waits alone; else the one whose turn it is. */
  async #claim({ run_id, attempt, share }: RunJob): Promise<Held<Subject> | undefined> {
    if (!this.#takesMore) return undefined;
    if (share !== undefined && this.#turns.mayRun(share)) {
      const held = await this.#take({ run_id, attempt, share }, true);
      if (held !== undefined) return held;
    }
    return this.#claimNext();
  }

  async #claimNext(): Promise<Held<Subject> | undefined> {
    while (this.#takesMore) {
      // oxlint-disable-next-line no-await-in-loop -- the current heads, after another worker was first
      const heads = await this.#deps.runs.heads(MAX_HEADS);
      const head = this.#turns.next(heads);
      this.#leftSome = head === undefined ? heads.length > 0 : this.#leftSome;
      if (head === undefined) return undefined;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const held = await this.#take(head, false);
      if (held !== undefined) return held;
    }
    return undefined;
  }

  /** Reserves a slot before the claim, so that two claims of one group cannot both take the last one. */
  async #take(head: Head, alone: boolean): Promise<Held<Subject> | undefined> {
    const { runs, leaseMilliseconds } = this.#deps;
    const release = this.#turns.begin(head.share);
    try {
      const begun = await runs.claim(head, { engineVersion: ENGINE_VERSION, leaseMilliseconds, alone });
      if (begun !== undefined) return { begun, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return undefined;
  }

  /** Executes a run in the trace of its own request, which may not be the one that added the job. */
  async #inTrace(held: Held<Subject>, job: RunJob): Promise<void> {
    const { runs, tracing } = this.#deps;
    const { begun } = held;
    const options = { attributes: { 'kirchhoff.run.attempt': begun.job.attempt } };
    const work = async () => this.#do(held);
    if (begun.job.run_id === job.run_id && job.traceparent !== undefined) return inSpan(`run ${runs.kind}`, options, work);
    return inTraceOf(tracing, begun.traceparent, `run ${runs.kind}`, options, work);
  }

  async #do({ begun, release }: Held<Subject>): Promise<void> {
    const { runs, work, leaseMilliseconds, meter, log } = this.#deps;
    const { job } = begun;
    if (begun.waitedSeconds !== null) meter.waited(begun.waitedSeconds);
    const lease = keepLeaseAlive(async () => runs.renew(job, leaseMilliseconds), leaseMilliseconds);
    try {
      const outcome = await work(begun, AbortSignal.any([lease.lost, this.#leaving.signal]), meter.engine);
      // Another worker has the lost run, maybe under the same attempt: it must not be returned to the queue.
      if (outcome.kind !== 'gone' || !lease.lost.aborted) await this.#settle(begun, outcome);
    } catch (error) {
      log.error({ err: error, ...job }, `a ${runs.kind} threw`);
      await this.#endAttempt(job, 'failure');
    } finally {
      lease.release();
      release();
    }
  }

  async #settle(begun: BegunRun<Subject>, outcome: PoolOutcome<Concluded<End>>): Promise<void> {
    const { job } = begun;
    switch (outcome.kind) {
      case 'done':
        return this.#conclude(begun, outcome.value);
      case 'guard':
        return this.#endAttempt(job, 'guard');
      case 'crashed':
        this.#deps.log.error({ reason: outcome.reason, ...job }, 'an engine thread died');
        return this.#endAttempt(job, 'failure');
      case 'busy':
      case 'gone':
        return this.#deps.runs.handBack(job);
    }
  }

  async #conclude(begun: BegunRun<Subject>, concluded: Concluded<End>): Promise<void> {
    const { job } = begun;
    switch (concluded.kind) {
      case 'end':
        return this.#finish(begun, concluded.end);
      case 'unreadable':
        this.#deps.log.error(job, 'this engine does not read a source that was published before');
        return this.#endAttempt(job, 'failure');
      case 'solver-out':
        this.#deps.log.error({ reason: concluded.reason, ...job }, 'the solver is out');
        return this.#endAttempt(job, 'failure');
    }
  }

  async #finish({ job, traceparent }: BegunRun<Subject>, end: End): Promise<void> {
    const { runs, messages, outbox, meter, log } = this.#deps;
    const deliveries = await runs.finish(job, end);
    if (deliveries === undefined) {
      log.warn(job, `the result of a ${runs.kind} is outdated, or another worker was first`);
      return this.#endAttempt(job, 'failure');
    }
    meter.ended(runs.verdict(end));
    await Promise.all([announceEnd(messages, job.run_id), outbox.dispatch(deliveries, traceparent ?? undefined)]);
  }

  async #endAttempt(job: RunAttempt, fault: AttemptFault): Promise<void> {
    const next = await this.#deps.runs.end(job, fault);
    if (next !== undefined) await this.follow(next);
  }

  /** While Redis is out, the row waits for the sweeper. */
  async #enqueue(job: RunAttempt): Promise<void> {
    try {
      await enqueue(this.#deps.queue, job);
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
    }
  }
}
