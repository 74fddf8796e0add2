import { isDatabaseOutage, type Metrics, type PeriodicTask, type ProcessLog, periodicTask, WorkCut } from '@kirchhoff/platform';
import { FairBuffer } from './buffer.js';
import type { DropReason, Drops, LogRepository } from './log-repository.js';
import type { LoggedDecision } from './logged-decision.js';

/** Maximal milliseconds until a decision is written, unless Postgres is out. */
const INTERVAL_MILLISECONDS = 250;
/** Maximal number of decisions in a statement, and their bytes: few, so that building it blocks the event loop for about a millisecond. */
const BATCH = 500;
const BATCH_BYTES = 262_144;
/** Maximal attempts for a batch that Postgres refuses for another reason than an outage. */
const MAX_ATTEMPTS = 3;
/** Maximal number of unwritten drop counts: by policy, hour and reason. */
const MAX_DROPS = 10_000;
/** Milliseconds for writing the last decisions of a process. */
const CLOSING_MILLISECONDS = 5_000;

export interface DecisionLogDeps {
  readonly repository: Pick<LogRepository, 'write' | 'addDrops'>;
  readonly log: ProcessLog;
  /** Maximal bytes of the waiting decisions. Default: 16 MiB, for at most 32,768 decisions. */
  readonly maxBytes?: number | undefined;
  /** Default: none. */
  readonly metrics?: Metrics;
}

const MAX_BYTES = 16 * 1_048_576;

/** A batch that is being written. */
interface Batch {
  readonly decisions: readonly LoggedDecision[];
  attempts: number;
}

/**
 * Buffers decisions and writes them in batches, after their answers. Adding one never waits: the buffer is bounded, and decisions
 * beyond the bound are dropped and counted.
 */
export class DecisionLog {
  readonly #deps: DecisionLogDeps;
  readonly #buffer: FairBuffer<LoggedDecision>;
  readonly #task: PeriodicTask;
  /** By policy, hour and reason. */
  readonly #drops = new Map<string, Drops>();
  /** It stays here after a failed attempt. */
  #batch: Batch | undefined;
  #writing: Promise<void> | undefined;
  /** True from an outage until the next written batch: meanwhile only the timer retries. */
  #isOut = false;
  #dropped = 0;
  #droppedSaid = 0;

  constructor(deps: DecisionLogDeps) {
    this.#deps = deps;
    deps.metrics?.read('decision_log_waiting', () => [{ labels: {}, value: this.load.waiting }]);
    deps.metrics?.read('decision_log_dropped_total', () => [{ labels: {}, value: this.load.dropped }]);
    this.#buffer = new FairBuffer({
      maxBytes: deps.maxBytes ?? MAX_BYTES,
      dropped: (decision) => this.#drop(decision, 'unwritten'),
    });
    this.#task = periodicTask({
      intervalMilliseconds: INTERVAL_MILLISECONDS,
      run: async () => this.#write(1),
      failed: (error) => deps.log.error({ err: error }, 'decisions could not be written'),
    });
  }

  /** The number of waiting decisions, and of those that this process has dropped. */
  get load(): { readonly waiting: number; readonly dropped: number } {
    return { waiting: this.#buffer.count + (this.#batch?.decisions.length ?? 0), dropped: this.#dropped };
  }

  /** Adds a decision. Returns at once. */
  add(decision: LoggedDecision): void {
    this.#buffer.add(decision);
    if (this.#buffer.count >= BATCH && this.#writing === undefined && !this.#isOut) void this.#write(BATCH);
  }

  /**
   * Writes the waiting decisions, in at most 5 s.
   * @throws WorkCut if decisions are left
   */
  async close(): Promise<void> {
    await this.#task.stop();
    const ends = Date.now() + CLOSING_MILLISECONDS;
    while (this.load.waiting > 0 && Date.now() < ends) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after another
      await Promise.race([this.#write(1), pause(ends - Date.now())]);
      // oxlint-disable-next-line no-await-in-loop -- one attempt after another
      if (this.load.waiting > 0) await pause(Math.min(INTERVAL_MILLISECONDS, ends - Date.now()));
    }
    const { waiting } = this.load;
    if (waiting > 0) throw new WorkCut({ decisions: waiting });
  }

  /**
   * Writes batches as long as at least this many decisions wait. It never throws, since its callers do not wait for it.
   * @param least 1 to write all
   */
  async #write(least: number): Promise<void> {
    this.#writing ??= this.#writeBatches(least).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeBatches(least: number): Promise<void> {
    while (this.#batch !== undefined || this.#buffer.count >= least) {
      this.#batch ??= { decisions: this.#buffer.take(BATCH, BATCH_BYTES), attempts: 0 };
      // oxlint-disable-next-line no-await-in-loop -- one batch after another: the log is written in order
      if (!(await this.#attempt(this.#batch))) return;
    }
    await this.#writeDrops();
  }

  /** Returns false if Postgres is out, or if it refuses the batch and the attempt is repeated later. */
  async #attempt(batch: Batch): Promise<boolean> {
    try {
      const places = await this.#deps.repository.write(batch.decisions);
      this.#isOut = false;
      this.#batch = undefined;
      for (const [place, decision] of batch.decisions.entries()) if (places.includes(place)) this.#drop(decision, 'storage');
      return true;
    } catch (error) {
      this.#isOut = true;
      if (isDatabaseOutage(error)) return false;
      batch.attempts += 1;
      if (batch.attempts < MAX_ATTEMPTS) return false;
      this.#deps.log.error({ err: error }, 'decisions could not be written');
      this.#batch = undefined;
      for (const decision of batch.decisions) this.#drop(decision, 'unwritten');
      return false;
    }
  }

  async #writeDrops(): Promise<void> {
    if (this.#dropped > this.#droppedSaid) {
      this.#deps.log.warn({ dropped: this.#dropped - this.#droppedSaid }, 'decisions are missing in the log');
      this.#droppedSaid = this.#dropped;
    }
    if (this.#drops.size === 0) return;
    const drops = [...this.#drops.values()];
    this.#drops.clear();
    try {
      await this.#deps.repository.addDrops(drops);
    } catch (error) {
      for (const drop of drops) this.#count(drop);
      if (!isDatabaseOutage(error)) this.#deps.log.error({ err: error }, 'dropped decisions could not be counted');
    }
  }

  #drop({ policyId, decidedAt }: LoggedDecision, reason: DropReason): void {
    this.#dropped += 1;
    const hour = new Date(decidedAt);
    hour.setUTCMinutes(0, 0, 0);
    this.#count({ policyId, hour, reason, count: 1, lastAt: decidedAt });
  }

  #count(more: Drops): void {
    const key = `${more.policyId} ${more.hour.getTime()} ${more.reason}`;
    const before = this.#drops.get(key);
    if (before === undefined && this.#drops.size >= MAX_DROPS) return;
    const lastAt = before === undefined || before.lastAt < more.lastAt ? more.lastAt : before.lastAt;
    this.#drops.set(key, { ...more, count: more.count + (before?.count ?? 0), lastAt });
  }
}

async function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
