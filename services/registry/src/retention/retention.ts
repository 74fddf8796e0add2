import type { Database } from '@kirchhoff/platform';
import type { RetentionRule } from './rules.js';

export interface RetentionLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface RetentionParts {
  readonly database: Database;
  readonly rules: readonly RetentionRule[];
  readonly log: RetentionLog;
  readonly intervalMilliseconds: number;
  /** Rows a statement: few enough that nothing is held for long. */
  readonly batch?: number;
}

const BATCH = 5_000;

/** Deletes what has been kept for long enough, again and again. Any number of workers may do so at once. */
export class Retention {
  readonly #parts: RetentionParts;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.#sweepAndLog().then(() => {
        if (!this.#stopped) this.start();
      });
    }, this.#parts.intervalMilliseconds);
  }

  /** Resolves when the batch that is going is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  /**
   * Deletes everything that is due now.
   * @returns how many rows went, by table
   * @throws where Postgres is out
   */
  async sweep(): Promise<ReadonlyMap<string, number>> {
    const gone = new Map<string, number>();
    for (const rule of this.#parts.rules) {
      // oxlint-disable-next-line no-await-in-loop -- one table at a time: this is never in a hurry
      const count = await this.#apply(rule);
      if (count > 0) gone.set(rule.table, (gone.get(rule.table) ?? 0) + count);
    }
    return gone;
  }

  /** Batch after batch, until one is not even half full. */
  async #apply(rule: RetentionRule): Promise<number> {
    const { database, batch = BATCH } = this.#parts;
    let count = 0;
    for (;;) {
      if (this.#stopped) return count;
      // oxlint-disable-next-line no-await-in-loop -- one batch after another
      const deleted = await database.$executeRaw(rule.statement(batch));
      count += deleted;
      if (deleted <= batch / 2) return count;
    }
  }

  async #sweepAndLog(): Promise<void> {
    try {
      const gone = await this.sweep();
      if (gone.size > 0) this.#parts.log.info({ rows: Object.fromEntries(gone) }, 'deleted what was kept for long enough');
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'deleting what was kept for long enough failed; it is tried again');
    }
  }
}
