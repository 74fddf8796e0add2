import { EVENT_TYPES } from '../events/outbox.js';
import { DELIVERY_STATUSES, type Delivery, type Webhook } from './webhook.js';

const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;
const WEBHOOK_ID = { type: 'string', pattern: '^whk_[0-9A-Za-z]{22}$' } as const;

export const EVENT_ID = { type: 'string', pattern: '^evt_[0-9A-Za-z]{22}$' } as const;

const WEBHOOK_PROPERTIES = {
  id: WEBHOOK_ID,
  url: { type: 'string', format: 'uri' },
  description: { type: 'string' },
  events: { type: 'array', items: { type: 'string', enum: EVENT_TYPES } },
  created_at: TIME,
  previous_secret_until: { ...TIME_OR_NULL, description: 'The time until which the previous secret signs too.' },
} as const;

const WEBHOOK_MEMBERS = ['id', 'url', 'description', 'events', 'created_at', 'previous_secret_until'] as const;

const SECRET = {
  type: 'string',
  pattern: '^whsec_[0-9A-Za-z+/]{43}=$',
  description: 'The signing secret, in the form of the Standard Webhooks libraries. It is shown only once.',
} as const;

/** The schema of `webhookView`. */
const WEBHOOK_SCHEMA = {
  title: 'Webhook',
  type: 'object',
  additionalProperties: false,
  required: WEBHOOK_MEMBERS,
  properties: WEBHOOK_PROPERTIES,
} as const;

export const WEBHOOK_LIST_SCHEMA = {
  title: 'WebhookList',
  type: 'object',
  additionalProperties: false,
  required: ['webhooks'],
  properties: { webhooks: { type: 'array', description: 'Newest first.', items: WEBHOOK_SCHEMA } },
} as const;

export const WEBHOOK_WITH_SECRET_SCHEMA = {
  title: 'WebhookWithSecret',
  type: 'object',
  additionalProperties: false,
  required: [...WEBHOOK_MEMBERS, 'secret'],
  properties: { ...WEBHOOK_PROPERTIES, secret: SECRET },
} as const;

/** The schema of `deliveryView`. */
export const DELIVERY_SCHEMA = {
  title: 'WebhookDelivery',
  description: 'The delivery of one event to one webhook. Its id is that of the event, which every attempt has as `webhook-id`.',
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'webhook_id',
    'type',
    'status',
    'attempts',
    'next_attempt_at',
    'last_attempt_at',
    'last_status',
    'last_error',
    'created_at',
    'delivered_at',
  ],
  properties: {
    id: EVENT_ID,
    webhook_id: WEBHOOK_ID,
    type: { type: 'string', enum: EVENT_TYPES },
    status: { type: 'string', enum: DELIVERY_STATUSES, description: '`dead`: no further attempt, unless requested.' },
    attempts: { type: 'integer', minimum: 0 },
    next_attempt_at: { ...TIME_OR_NULL, description: 'The time of the next attempt; during an attempt its time limit.' },
    last_attempt_at: TIME_OR_NULL,
    last_status: { type: ['integer', 'null'], description: 'The HTTP status of the last attempt, if it was answered.' },
    last_error: { type: ['string', 'null'], description: 'The reason why the last attempt failed.' },
    created_at: TIME,
    delivered_at: TIME_OR_NULL,
  },
} as const;

/** Returns a webhook as JSON. */
export function webhookView({ id, url, description, events, createdAt, previousSecretUntil }: Webhook) {
  return { id, url, description, events, created_at: createdAt, previous_secret_until: previousSecretUntil };
}

/** Returns a delivery as JSON. */
export function deliveryView(delivery: Delivery) {
  return {
    id: delivery.eventId,
    webhook_id: delivery.webhookId,
    type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.status === 'pending' ? delivery.nextAttemptAt : null,
    last_attempt_at: delivery.lastAttemptAt,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: delivery.createdAt,
    delivered_at: delivery.deliveredAt,
  };
}
