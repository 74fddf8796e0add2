import { setTimeout as wait } from 'node:timers/promises';
import type { Messages } from '../queue/messages.js';
import type { KeyHash } from './api-key.js';
import { KEY_CACHE_MILLISECONDS, type KeyCache } from './key-cache.js';

const CHANNEL = 'keys:revoked';

/** Drops keys from the cache as other processes revoke them. Without Redis the cache's second is what bounds it. */
export async function followRevocations(messages: Messages, cache: KeyCache): Promise<void> {
  await messages.subscribe(CHANNEL, (hash) => cache.drop(hash));
}

/**
 * Call after the revocation is committed. Resolves when the key is dead everywhere: here and wherever the message
 * arrives at once, and after the cache's second also in a process that Redis does not reach. That second is always
 * waited for, because nobody can know of a process that is cut off.
 */
export async function announceRevocation(messages: Messages, cache: KeyCache, hash: KeyHash): Promise<void> {
  cache.drop(hash);
  await Promise.all([messages.publish(CHANNEL, hash), wait(KEY_CACHE_MILLISECONDS)]);
  // A look-up here that began before the commit may have put it back in between.
  cache.drop(hash);
}
