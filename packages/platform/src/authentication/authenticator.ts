import { isDatabaseOutage } from '../database/outage.js';
import type { Clock } from '../environment/clock.js';
import { hashKey, type KeyHash, parseKey } from './api-key.js';
import type { Authentication, Authenticator } from './caller.js';
import { KEY_CACHE_MILLISECONDS, type KeyCache } from './key-cache.js';
import type { KeyStore, StoredKey } from './key-store.js';

const BEARER = /^Bearer +([^ ]+) *$/i;

export interface AuthenticatorParts {
  readonly store: KeyStore;
  readonly cache: KeyCache;
  readonly clock: Clock;
}

/** Verifies keys: form and checksum first, then the cache of a second, then the store. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  return {
    authenticate: async (header, graceMilliseconds) => {
      if (header === undefined) return { kind: 'anonymous' };
      const token = BEARER.exec(header)?.[1];
      if (token === undefined) return refused('The Authorization field is not a Bearer key.');
      const key = parseKey(token);
      if (key === undefined) return refused('This is not a key: its form or its checksum is wrong.');
      const found = await findKey(parts, hashKey(key), graceMilliseconds);
      return found === undefined ? refused('This key is not known.') : judge(found, parts.clock.now());
    },
  };
}

/** The key by its hash; where the store is out, one that was verified within the grace. */
async function findKey({ store, cache, clock }: AuthenticatorParts, hash: KeyHash, grace: number): Promise<StoredKey | undefined> {
  const askedAt = clock.monotonic();
  const cached = cache.find(hash, askedAt, KEY_CACHE_MILLISECONDS);
  if (cached !== undefined) return cached;
  try {
    const found = await store.findByHash(hash);
    if (found === undefined || found.revokedAt !== undefined) cache.drop(hash);
    else cache.keep(hash, found, askedAt);
    return found;
  } catch (error) {
    const kept = isDatabaseOutage(error) ? cache.find(hash, clock.monotonic(), grace) : undefined;
    if (kept === undefined) throw error;
    return kept;
  }
}

function judge(key: StoredKey, now: Date): Authentication {
  if (key.revokedAt !== undefined) return refused('This key was revoked.');
  if (key.expiresAt !== undefined && key.expiresAt <= now) return refused('This key has expired.');
  return { kind: 'caller', caller: key.caller };
}

function refused(detail: string): Authentication {
  return { kind: 'refused', detail };
}
