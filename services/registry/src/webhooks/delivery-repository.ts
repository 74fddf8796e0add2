import { type Database, MAX_COUNTED, type Origin, type Page, type PageRequest, Prisma, recordChange } from '@kirchhoff/platform';
import { DELIVERY_JOB, type DeliveryJob } from '../events/delivery.js';
import type { Delivery, DeliveryFilter } from './webhook.js';

const COLUMNS = {
  webhookId: true,
  eventId: true,
  eventType: true,
  status: true,
  attempts: true,
  nextAttemptAt: true,
  lastAttemptAt: true,
  lastStatus: true,
  lastError: true,
  createdAt: true,
  deliveredAt: true,
} as const;

/** Reads the deliveries of a webhook for its account, and requests redeliveries. */
export class DeliveryRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a page, newest first, then by id. */
  async page(webhookId: string, { status, asOf }: DeliveryFilter, { page, limit }: PageRequest): Promise<Page<Delivery>> {
    const where = { webhookId, ...(status === undefined ? {} : { status }), ...(asOf === undefined ? {} : { createdAt: { lte: asOf } }) };
    const [items, counted] = await Promise.all([
      this.#database.webhookDelivery.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { eventId: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
        select: COLUMNS,
      }),
      this.#database.webhookDelivery.count({ where, take: MAX_COUNTED + 1 }),
    ]);
    return { items, counted };
  }

  /**
   * Restarts a delivery in any state; a running attempt can no longer conclude it.
   *
   * @returns `undefined` if the account has no such delivery, or has deleted the webhook
   */
  async again(
    webhookId: string,
    eventId: string,
    origin: Origin,
  ): Promise<{ readonly delivery: Delivery; readonly job: DeliveryJob } | undefined> {
    return this.#database.$transaction(async (session) => {
      const [job] = await session.$queryRaw<DeliveryJob[]>(Prisma.sql`
        UPDATE webhook_deliveries d
        SET status = 'pending', attempts = 0, next_attempt_at = now(), last_status = NULL, last_error = NULL, delivered_at = NULL
        FROM webhooks w
        WHERE d.webhook_id = ${webhookId} AND d.event_id = ${eventId}
          AND w.id = d.webhook_id AND w.account_id = ${origin.accountId} AND w.deleted_at IS NULL
        RETURNING ${DELIVERY_JOB}`);
      if (job === undefined) return undefined;
      await recordChange(session, { origin, action: 'webhook.redelivered', subject: webhookId, detail: { event_id: eventId } });
      const where = { webhookId_eventId: { webhookId, eventId } };
      return { job, delivery: await session.webhookDelivery.findUniqueOrThrow({ where, select: COLUMNS }) };
    });
  }
}
