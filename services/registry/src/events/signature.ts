import { createHmac } from 'node:crypto';

/** Bytes of a signing secret. */
export const SECRET_OCTETS = 32;

/** Encodes a secret for its owner, in the form that the libraries of Standard Webhooks accept. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** The signed parts: identity, time of sending, and the exact bytes. */
export interface Message {
  readonly id: string;
  /** Seconds of Unix time. */
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

/**
 * The `webhook-signature` field (Standard Webhooks 1.0, symmetric): a signature by each secret, separated by spaces.
 */
export function signatureField({ id, timestamp, payload }: Message, secrets: readonly Uint8Array[]): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(payload).digest('base64')}`)
    .join(' ');
}
