import type { Database } from '@kirchhoff/platform';
import type { RetentionRule } from './rules.js';

export interface RetentionParts {
  readonly database: Database;
  readonly rules: readonly RetentionRule[];
  /** Rows of a statement: few enough that their locks are short. */
  readonly batch?: number;
}

const BATCH = 5_000;

/** Deletes what has been kept for long enough, again and again. Any number of workers may do so at once. */
export class Retention {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /**
   * Deletes everything that is due now.
   * @param stopping ends it after the batch that is going
   * @returns how many rows went, by table
   * @throws where Postgres is out
   */
  async sweep(stopping?: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const gone = new Map<string, number>();
    for (const rule of this.#parts.rules) {
      // oxlint-disable-next-line no-await-in-loop -- one table at a time: this is never in a hurry
      const count = await this.#apply(rule, stopping);
      if (count > 0) gone.set(rule.table, (gone.get(rule.table) ?? 0) + count);
    }
    return gone;
  }

  /** Batch after batch, until one is not even half full. */
  async #apply(rule: RetentionRule, stopping: AbortSignal | undefined): Promise<number> {
    const { database, batch = BATCH } = this.#parts;
    let count = 0;
    for (;;) {
      if (stopping?.aborted === true) return count;
      // oxlint-disable-next-line no-await-in-loop -- one batch after another
      const deleted = await database.$executeRaw(rule.statement(batch));
      count += deleted;
      if (deleted <= batch / 2) return count;
    }
  }
}
