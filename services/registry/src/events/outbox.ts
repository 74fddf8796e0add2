import { type Clock, type DatabaseSession, isRedisOutage, makeIdentifier, Prisma, type Queue, type Randomness } from '@kirchhoff/platform';
import { type DeliveryJob, enqueueDelivery } from './delivery-job.js';
import type { IdentifiedEvent, RegistryEvent } from './event.js';

export interface OutboxParts {
  readonly queue: Queue<DeliveryJob>;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** Transactional outbox: deliveries are written in the transaction of their event, and sent after its commit. */
export class Outbox {
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Assigns an event its identity, and encodes its payload. */
  identify(event: RegistryEvent): IdentifiedEvent {
    const { clock, randomness } = this.#parts;
    const { type, data } = event;
    const payload = new Uint8Array(Buffer.from(JSON.stringify({ type, timestamp: clock.now(), data }), 'utf8'));
    return { ...event, id: makeIdentifier('event', randomness), payload };
  }

  /**
   * Inserts a delivery for each of the account's webhooks that subscribe to the event. It must run in the transaction of the
   * event.
   */
  async record(session: DatabaseSession, event: RegistryEvent): Promise<readonly DeliveryJob[]> {
    return session.$queryRaw<DeliveryJob[]>(deliveryInsert(this.identify(event)));
  }

  /**
   * Enqueues deliveries; to be called after the commit. If Redis is out, the sweeper finds the rows.
   *
   * @param traceparent trace context of the event
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

/** A row of `webhook_deliveries` as the job of its next attempt: a select list. */
export const DELIVERY_JOB = Prisma.sql`webhook_id, event_id, (extract(epoch FROM next_attempt_at) * 1000)::float8 AS due`;

/**
 * An expression for WITH that inserts the deliveries of an event and returns them as jobs, to be part of the statement that
 * causes the event.
 */
export function deliveryInsert({ id, accountId, type, payload }: IdentifiedEvent, condition: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload)
    SELECT w.id, ${id}, ${type}, ${payload} FROM webhooks w
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL AND ${type} = ANY(w.events) AND ${condition}
    RETURNING ${DELIVERY_JOB}`;
}
