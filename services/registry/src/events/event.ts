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
