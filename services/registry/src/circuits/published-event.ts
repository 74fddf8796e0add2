import type { RegistryEvent } from '../events/event.js';
import type { Visibility } from './circuit.js';

/** A version that has just been published. */
export interface PublishedVersion {
  readonly pid: string;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly visibility: Visibility;
}

/** Returns the webhook event of a publication. */
export function publishedEvent(accountId: string, { pid, name, version, hash, visibility }: PublishedVersion): RegistryEvent {
  return { accountId, type: 'circuit.published', data: { pid, name, version, hash, visibility } };
}
