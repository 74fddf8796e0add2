import { type Database, notSuspended, Prisma } from '@kirchhoff/platform';
import { DELIVERY_JOB, type DeliveryJob } from './delivery.js';

/** An attempt that this process holds until its lease ends. */
export interface ClaimedAttempt {
  /** The job of the lease: its `due` is the end of the lease. */
  readonly job: DeliveryJob;
  /** Count of attempts, including this one. */
  readonly attempts: number;
  readonly payload: Uint8Array;
  readonly url: string;
  /** The stored signing secrets; each signs the message. */
  readonly sealedSecrets: readonly Uint8Array[];
  readonly webhookDeleted: boolean;
}

/** The outcome of an attempt. */
export type AttemptOutcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'again'; readonly status: number | null; readonly error: string; readonly delayMilliseconds: number }
  /** Nothing was sent, and the attempt does not count. */
  | { readonly kind: 'waits'; readonly status: null; readonly error: string; readonly delayMilliseconds: number }
  | { readonly kind: 'dead'; readonly status: number | null; readonly error: string };

interface ClaimedRow extends DeliveryJob {
  readonly attempts: number;
  readonly payload: Uint8Array;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly previous_secret: Uint8Array | null;
  readonly older_secret: Uint8Array | null;
  readonly webhook_deleted: boolean;
}

/**
 * The worker's side of the deliveries. The moment of the next attempt serves as a lock: a claim moves it to the end of the lease,
 * so that no other worker finds the row. If a worker dies, the row is due again.
 */
export class AttemptRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Claims the attempt of a job; `undefined` if the row is due at another moment, belongs to a suspended account, or is finished.
   */
  async claim(job: DeliveryJob, leaseMilliseconds: number): Promise<ClaimedAttempt | undefined> {
    const [row] = await this.#database.$queryRaw<ClaimedRow[]>(Prisma.sql`/* prepared: delivery-claim */
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = ${fromNow(leaseMilliseconds)}
      FROM webhooks w WHERE ${isStill(job)} AND w.id = d.webhook_id AND ${notSuspended(Prisma.sql`w.account_id`)}
      RETURNING ${DELIVERY_JOB}, d.attempts, d.payload, w.url, w.secret,
        CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END AS previous_secret,
        CASE WHEN w.older_secret_until > now() THEN w.older_secret END AS older_secret,
        w.deleted_at IS NOT NULL AS webhook_deleted`);
    if (row === undefined) return undefined;
    const { webhook_id, event_id, due, attempts, payload, url, webhook_deleted: webhookDeleted } = row;
    const sealedSecrets = [row.secret, row.previous_secret, row.older_secret].filter((secret) => secret !== null);
    return { job: { webhook_id, event_id, due }, attempts, payload, url, sealedSecrets, webhookDeleted };
  }

  /**
   * Writes the outcome of an attempt, unless another worker took the row after the lease, or its owner requested a redelivery.
   *
   * @returns the job of the next attempt; `undefined` without one
   */
  async conclude({ job }: ClaimedAttempt, verdict: AttemptOutcome): Promise<DeliveryJob | undefined> {
    const delivered = verdict.kind === 'delivered';
    const isPending = verdict.kind === 'again' || verdict.kind === 'waits';
    const status = isPending ? 'pending' : verdict.kind;
    const delay = isPending ? verdict.delayMilliseconds : 0;
    const [row] = await this.#database.$queryRaw<DeliveryJob[]>(Prisma.sql`/* prepared: delivery-conclude */
      UPDATE webhook_deliveries d
      SET status = ${status}::delivery_status, last_status = ${verdict.status}, last_error = ${delivered ? null : verdict.error},
          attempts = CASE WHEN ${verdict.kind === 'waits'} THEN d.attempts - 1 ELSE d.attempts END,
          next_attempt_at = ${fromNow(delay)}, delivered_at = CASE WHEN ${delivered} THEN now() END
      WHERE ${isStill(job)}
      RETURNING ${DELIVERY_JOB}`);
    return isPending ? row : undefined;
  }

  /**
   * Returns overdue attempts, oldest first: their job was lost, their worker died, or their account was suspended.
   *
   * @param after the due moment of the last row read before, in milliseconds of Unix time
   */
  async overdue(after: number, graceMilliseconds: number, most: number): Promise<readonly DeliveryJob[]> {
    return this.#database.$queryRaw<DeliveryJob[]>(Prisma.sql`
      SELECT ${DELIVERY_JOB} FROM webhook_deliveries
      WHERE status = 'pending' AND next_attempt_at > to_timestamp(${after}::float8 / 1000) AND next_attempt_at < ${fromNow(-graceMilliseconds)}
        AND ${notSuspended(Prisma.sql`(SELECT account_id FROM webhooks WHERE id = webhook_id)`)}
      ORDER BY next_attempt_at LIMIT ${most}`);
  }
}

/** Condition: the row `d` waits for exactly this attempt. */
function isStill({ webhook_id, event_id, due }: DeliveryJob): Prisma.Sql {
  return Prisma.sql`d.webhook_id = ${webhook_id} AND d.event_id = ${event_id} AND d.status = 'pending'
    AND (extract(epoch FROM d.next_attempt_at) * 1000)::float8 = ${due}::float8`;
}

/** A moment this many milliseconds from now, on the database's clock, which all workers share. */
function fromNow(milliseconds: number): Prisma.Sql {
  return Prisma.sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;
}
