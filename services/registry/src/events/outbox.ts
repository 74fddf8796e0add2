import { type Clock, type DatabaseSession, isRedisOutage, makeIdentifier, Prisma, type Queue, type Randomness } from '@kirchhoff/platform';
import { DELIVERY_JOB, type DeliveryJob, enqueueDelivery } from './delivery.js';

/** The types of events. */
export const EVENT_TYPES = ['circuit.published', 'circuit.certified', 'circuit.decertified', 'key.revoked'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** An event that the account's webhooks receive. */
export interface RegistryEvent {
  /** The account whose webhooks get the event. */
  readonly accountId: string;
  readonly type: EventType;
  /** The `data` of the payload; it never contains a key, a secret or a source. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** An event with its identity; all deliveries of it share the identity. */
export interface IdentifiedEvent extends RegistryEvent {
  readonly id: string;
  /** The exact bytes that are signed and sent: `{ type, timestamp, data }`, as Standard Webhooks recommends. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

export interface OutboxDeps {
  readonly queue: Queue<DeliveryJob>;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** Transactional outbox: deliveries are written in the transaction of their event, and sent after its commit. */
export class Outbox {
  readonly #deps: OutboxDeps;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Assigns an event its identity, and encodes its payload. */
  identify(event: RegistryEvent): IdentifiedEvent {
    const { clock, randomness } = this.#deps;
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
      await Promise.all(deliveries.map(async (job) => enqueueDelivery(this.#deps.queue, { ...job, ...traced })));
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
    }
  }
}

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
