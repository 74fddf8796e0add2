/** What accounts can be told of. */
export const EVENT_TYPES = ['circuit.published', 'circuit.certified', 'circuit.decertified', 'key.revoked'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened, as the account's webhooks are told. */
export interface RegistryEvent {
  /** Whose webhooks are told. */
  readonly accountId: string;
  readonly type: EventType;
  /** What the payload's `data` says: never a key, a secret or a source. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** An event with its identity: what is told again keeps both. */
export interface IdentifiedEvent extends RegistryEvent {
  readonly id: string;
  /** The exact bytes that are signed and sent: `{ type, timestamp, data }`, as Standard Webhooks recommends. */
  readonly payload: Uint8Array<ArrayBuffer>;
}
