import type { EventType } from '../events/outbox.js';

/** A webhook as its account may read it, without its secret. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly createdAt: Date;
  /** The time until which the previous secret signs too; `null` without one. */
  readonly previousSecretUntil: Date | null;
}

/** A webhook to be written. */
export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
  /** As `WebhookSecrets` stores it. */
  readonly sealedSecret: Uint8Array<ArrayBuffer>;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of one event to one webhook. */
export interface Delivery {
  readonly eventId: string;
  readonly webhookId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

/** The filter of a list of deliveries. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | undefined;
  /** Later deliveries are excluded, so that pages do not shift while a client follows them. */
  readonly asOf: Date | undefined;
}
