import {
  invalidRequest,
  type Origin,
  type Page,
  type PageRequest,
  type Problem,
  parseIdentifier,
  problem,
  type Randomness,
  secretAlreadyIssued,
} from '@kirchhoff/platform';
import { type AddressPolicy, readEndpoint } from '../events/address-policy.js';
import type { EventType, Outbox } from '../events/outbox.js';
import { SECRET_BYTES, shownSecret } from '../events/sender.js';
import type { DeliveryRepository } from './delivery-repository.js';
import { MAX_WEBHOOKS, type WebhookRepository } from './repository.js';
import type { WebhookSecrets } from './secrets.js';
import type { Delivery, DeliveryFilter, Webhook } from './webhook.js';

export function invalidUrl(reason: string): Problem {
  return invalidRequest([{ pointer: '/url', message: reason }]);
}

export function tooManyWebhooks(): Problem {
  return problem('conflict', `An account may have at most ${MAX_WEBHOOKS} webhooks.`);
}

export function noSuchWebhook(): Problem {
  return problem('not-found', 'This account has no such webhook.');
}

export function noSuchDelivery(): Problem {
  return problem('not-found', 'This account has no such delivery.');
}

export interface WebhooksDeps {
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly outbox: Outbox;
  readonly policy: AddressPolicy;
  readonly randomness: Randomness;
  readonly secrets: WebhookSecrets;
}

export interface WebhookRequest {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
}

/** A webhook with its secret in plain text, which is shown once. */
export interface IssuedWebhook {
  readonly kind: 'issued';
  readonly webhook: Webhook;
  readonly secret: string;
}

/** Manages the webhooks of accounts and their deliveries. */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  async create({ url, ...request }: WebhookRequest, origin: Origin): Promise<IssuedWebhook | Problem> {
    const endpoint = readEndpoint(url, this.#deps.policy);
    if (endpoint.kind === 'refused') return invalidUrl(endpoint.reason);
    const secret = this.#makeSecret();
    const sealedSecret = this.#deps.secrets.seal(request.id, secret);
    const creation = await this.#deps.webhooks.create({ ...request, url: endpoint.url, sealedSecret }, origin);
    switch (creation.kind) {
      case 'created':
        return { kind: 'issued', webhook: creation.webhook, secret: shownSecret(secret) };
      case 'existed':
        return secretAlreadyIssued(request.id);
      case 'too-many':
        return tooManyWebhooks();
    }
  }

  async list(accountId: string): Promise<readonly Webhook[]> {
    return this.#deps.webhooks.list(accountId);
  }

  /** Deletes a webhook; `undefined` on success. */
  async delete(id: string, origin: Origin): Promise<Problem | undefined> {
    const known = parseIdentifier('webhook', id);
    return known !== undefined && (await this.#deps.webhooks.delete(known, origin)) ? undefined : noSuchWebhook();
  }

  async rotateSecret(id: string, origin: Origin): Promise<IssuedWebhook | Problem> {
    const known = parseIdentifier('webhook', id);
    if (known === undefined) return noSuchWebhook();
    const secret = this.#makeSecret();
    const webhook = await this.#deps.webhooks.rotateSecret(known, this.#deps.secrets.seal(known, secret), origin);
    return webhook === undefined ? noSuchWebhook() : { kind: 'issued', webhook, secret: shownSecret(secret) };
  }

  async deliveries(
    id: string,
    accountId: string,
    filter: DeliveryFilter,
    asked: PageRequest,
  ): Promise<{ readonly kind: 'page'; readonly page: Page<Delivery> } | Problem> {
    const known = parseIdentifier('webhook', id);
    if (known === undefined || !(await this.#deps.webhooks.stands(known, accountId))) return noSuchWebhook();
    return { kind: 'page', page: await this.#deps.deliveries.page(known, filter, asked) };
  }

  /** Sends an event to one webhook again: the same bytes under the same identity. */
  async redeliver(
    id: string,
    deliveryId: string,
    origin: Origin,
  ): Promise<{ readonly kind: 'again'; readonly delivery: Delivery } | Problem> {
    const [webhookId, eventId] = [parseIdentifier('webhook', id), parseIdentifier('event', deliveryId)];
    if (webhookId === undefined) return noSuchWebhook();
    const again = eventId === undefined ? undefined : await this.#deps.deliveries.again(webhookId, eventId, origin);
    if (again === undefined) return noSuchDelivery();
    await this.#deps.outbox.dispatch([again.job]);
    return { kind: 'again', delivery: again.delivery };
  }

  #makeSecret(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#deps.randomness.bytes(SECRET_BYTES));
  }
}
