import type { Database } from '@kirchhoff/platform';
import type { RetentionRule } from './rules.js';

/**
 * Days for which the worker keeps records of past events. Circuits, versions, certifications and certificates are never deleted.
 */
export const RETENTION_SETTINGS = {
  VERIFICATION_RETENTION_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 36_500,
    default: 90,
    description: 'days for which verifications are stored; 0 for ever',
  },
  DELIVERY_RETENTION_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 36_500,
    default: 30,
    description: 'days for which finished webhook deliveries are stored after their last attempt; 0 for ever',
  },
  AUDIT_RETENTION_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 36_500,
    default: 0,
    description: 'days for which audit records are stored; 0 for ever',
  },
  RETENTION_INTERVAL_MILLISECONDS: {
    type: 'integer',
    minimum: 100,
    maximum: 86_400_000,
    default: 600_000,
    description: 'interval between deletions of expired rows',
  },
} as const;

export interface RetentionDeps {
  readonly database: Database;
  readonly rules: readonly RetentionRule[];
  /** Rows of a statement; few, so that locks are short. */
  readonly batch?: number;
}

const BATCH = 5_000;

/** Deletes rows past their retention time. Any number of workers may run it concurrently. */
export class Retention {
  readonly #deps: RetentionDeps;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  /**
   * Deletes all rows that are due.
   *
   * @param stopping ends the sweep after the running batch
   * @returns the count of deleted rows by table
   * @throws if Postgres is out
   */
  async sweep(stopping?: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const gone = new Map<string, number>();
    for (const rule of this.#deps.rules) {
      // oxlint-disable-next-line no-await-in-loop -- one table at a time, since this is never urgent
      const count = await this.#apply(rule, stopping);
      if (count > 0) gone.set(rule.table, (gone.get(rule.table) ?? 0) + count);
    }
    return gone;
  }

  /** Deletes batches until one is less than half full. */
  async #apply(rule: RetentionRule, stopping: AbortSignal | undefined): Promise<number> {
    const { database, batch = BATCH } = this.#deps;
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
