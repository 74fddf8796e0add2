import { type Database, type Origin, recordChange, transact } from '@kirchhoff/platform';
import type { NewWebhook, Webhook } from './webhook.js';

/** Maximum of webhooks of an account. */
export const MAX_WEBHOOKS = 20;
/** Hours in which the previous secret still signs. */
const OVERLAP_HOURS = 24;

const COLUMNS = { id: true, url: true, description: true, events: true, createdAt: true, previousSecretUntil: true } as const;

export type Creation =
  | { readonly kind: 'created'; readonly webhook: Webhook }
  /** The same request created it before its process died; its secret cannot be shown again. */
  | { readonly kind: 'existed' }
  | { readonly kind: 'too-many' };

/** Stores the webhooks of accounts. Every change and its audit record are one transaction. */
export class WebhookRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The account's row is locked, so that the second of two concurrent creations counts the first. */
  async create({ sealedSecret, events, ...webhook }: NewWebhook, origin: Origin): Promise<Creation> {
    const { accountId } = origin;
    return transact(this.#database, async (session) => {
      await session.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
      if ((await session.webhook.count({ where: { id: webhook.id } })) > 0) return { kind: 'existed' };
      if ((await session.webhook.count({ where: { accountId, deletedAt: null } })) >= MAX_WEBHOOKS) return { kind: 'too-many' };
      const data = { ...webhook, accountId, secret: sealedSecret, events: [...events] };
      const created = await session.webhook.create({ data, select: COLUMNS });
      const detail = { url: webhook.url, events: [...events] };
      await recordChange(session, { origin, action: 'webhook.created', subject: webhook.id, detail });
      return { kind: 'created', webhook: created };
    });
  }

  /** Returns the webhooks that are not deleted, newest first. */
  async list(accountId: string): Promise<readonly Webhook[]> {
    return this.#database.webhook.findMany({
      where: { accountId, deletedAt: null },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: COLUMNS,
    });
  }

  /** Returns whether the account has such a webhook. */
  async stands(id: string, accountId: string): Promise<boolean> {
    return (await this.#database.webhook.count({ where: { id, accountId, deletedAt: null } })) > 0;
  }

  /**
   * Deletes a webhook with its secrets, and gives up its pending deliveries. A second call changes no row.
   *
   * @returns false if the account never had the webhook
   */
  async delete(id: string, origin: Origin): Promise<boolean> {
    return transact(this.#database, async (session) => {
      const deleted = await session.$executeRaw`
        UPDATE webhooks
        SET deleted_at = now(), secret = '', previous_secret = NULL, previous_secret_until = NULL,
            older_secret = NULL, older_secret_until = NULL
        WHERE id = ${id} AND account_id = ${origin.accountId} AND deleted_at IS NULL`;
      if (deleted === 0) return (await session.webhook.count({ where: { id, accountId: origin.accountId } })) > 0;
      await session.webhookDelivery.updateMany({
        where: { webhookId: id, status: 'pending' },
        data: { status: 'dead', lastError: 'the webhook was deleted' },
      });
      await recordChange(session, { origin, action: 'webhook.deleted', subject: id, detail: {} });
      return true;
    });
  }

  /**
   * Replaces the secret. The previous one signs too for a day, and the one before it until its own day is over: if a response was
   * lost, receivers may know only that one.
   *
   * @returns `undefined` if there is no such webhook
   */
  async rotateSecret(id: string, sealedSecret: Uint8Array<ArrayBuffer>, origin: Origin): Promise<Webhook | undefined> {
    return transact(this.#database, async (session) => {
      const rotated = await session.$executeRaw`
        UPDATE webhooks
        SET older_secret = previous_secret, older_secret_until = previous_secret_until,
            previous_secret = secret, previous_secret_until = now() + ${OVERLAP_HOURS} * interval '1 hour', secret = ${sealedSecret}
        WHERE id = ${id} AND account_id = ${origin.accountId} AND deleted_at IS NULL`;
      if (rotated === 0) return undefined;
      await recordChange(session, { origin, action: 'webhook.secret_rotated', subject: id, detail: {} });
      return session.webhook.findUniqueOrThrow({ where: { id }, select: COLUMNS });
    });
  }
}
