import { type Clock, type DatabaseSession, isRedisOutage, makeIdentifier, Prisma, type Queue, type Randomness } from '@kirchhoff/platform';
import { type DeliveryJob, enqueueDelivery } from './delivery-job.js';
import type { IdentifiedEvent, RegistryEvent } from './event.js';

export interface OutboxParts {
  readonly queue: Queue<DeliveryJob>;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** Tells webhooks of what happened: written with what it tells of, sent after the commit. */
export class Outbox {
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Gives an event its identity and its bytes. */
  identify(event: RegistryEvent): IdentifiedEvent {
    const { clock, randomness } = this.#parts;
    const { type, data } = event;
    const payload = new Uint8Array(Buffer.from(JSON.stringify({ type, timestamp: clock.now(), data }), 'utf8'));
    return { ...event, id: makeIdentifier('event', randomness), payload };
  }

  /** Writes a delivery for each webhook of the account that wants the event. Call it in the transaction of what happened. */
  async record(session: DatabaseSession, event: RegistryEvent): Promise<readonly DeliveryJob[]> {
    return session.$queryRaw<DeliveryJob[]>(deliveryInsert(this.identify(event)));
  }

  /**
   * Hands deliveries to the queue: call it after the commit. Where Redis is out the sweeper finds the rows.
   * @param traceparent the place in a trace of what they tell of
   */
  async dispatch(deliveries: readonly DeliveryJob[], traceparent?: string): Promise<void> {
    const traced = traceparent === undefined ? {} : { traceparent };
    try {
      await Promise.all(deliveries.map(async (job) => enqueueDelivery(this.#parts.queue, { ...job, ...traced })));
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
    }
  }
}

/** A row of `webhook_deliveries` as the job of its next attempt. */
export const DELIVERY_JOB = Prisma.sql`webhook_id, event_id, (extract(epoch FROM next_attempt_at) * 1000)::float8 AS due`;

/**
 * The deliveries of an event as a statement that returns them as jobs, to be an expression (`WITH told AS (…)`) of the
 * one that makes it happen.
 */
export function deliveryInsert({ id, accountId, type, payload }: IdentifiedEvent, condition: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload)
    SELECT w.id, ${id}, ${type}, ${payload} FROM webhooks w
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL AND ${type} = ANY(w.events) AND ${condition}
    RETURNING ${DELIVERY_JOB}`;
}
