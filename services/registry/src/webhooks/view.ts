import type { Delivery, Webhook } from './webhook.js';

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
