import { isDatabaseOutage } from '../database/outage.js';
import type { Clock } from '../environment/clock.js';
import type { RateLimit } from '../quotas/rate-decision.js';
import { hashKey, type KeyHash, parseKey } from './api-key.js';
import type { Authentication, Authenticator } from './caller.js';
import { KEY_CACHE_MILLISECONDS, type KeyCache } from './key-cache.js';
import type { KeyStore, StoredKey } from './key-store.js';

const BEARER = /^Bearer +([^ ]+) *$/i;

/** What is said of a key that is well-formed and opens nothing: nobody is to learn whether it ever did. */
export const REFUSED_KEY = 'This key is unknown, revoked or expired.';

export interface AuthenticatorParts {
  readonly store: KeyStore;
  readonly cache: KeyCache;
  /** Whether revocations have reached this process since a moment: without that the cache is not believed. */
  readonly reach: { covers(since: number, now: number): boolean };
  /** Counts keys that were refused, by address. */
  readonly refusals: RateLimit;
  readonly clock: Clock;
}

/** Verifies keys: form and checksum first, then the cache, then the store. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  return {
    authenticate: async (header, graceMilliseconds, address) => {
      if (header === undefined) return { kind: 'anonymous' };
      const token = BEARER.exec(header)?.[1];
      if (token === undefined) return refused('The Authorization field is not a Bearer key.');
      const key = parseKey(token);
      if (key === undefined) return refused('This is not a key: its form or its checksum is wrong.');
      const hash = hashKey(key);
      const cached = believed(parts, hash);
      return cached === undefined ? lookUp(parts, hash, graceMilliseconds, address) : heldBy(cached);
    },
  };
}

/** The key from the cache, while that may be believed. */
function believed({ cache, reach, clock }: AuthenticatorParts, hash: KeyHash): StoredKey | undefined {
  const found = cache.find(hash);
  const now = clock.monotonic();
  if (found === undefined || now - found.askedAt > KEY_CACHE_MILLISECONDS || !reach.covers(found.askedAt, now)) return undefined;
  return isUsable(found.key, clock.now()) ? found.key : undefined;
}

/**
 * Looks a key up, however many were refused to its address: an attacker behind the same address must not lock out those
 * whose keys are good. The answer of one that opens nothing is throttled, and the look-up costs less than counting it.
 */
async function lookUp(parts: AuthenticatorParts, hash: KeyHash, grace: number, address: string): Promise<Authentication> {
  const found = await findKey(parts, hash, grace);
  if (found !== undefined) return heldBy(found);
  const counted = await parts.refusals.take({ address, accountId: undefined });
  return counted.kind === 'limited' ? { kind: 'throttled', decision: counted } : refused(REFUSED_KEY);
}

/** The key by its hash; where the store is out, one that was verified within the grace, which says how long ago. */
async function findKey({ store, cache, clock }: AuthenticatorParts, hash: KeyHash, grace: number): Promise<StoredKey | undefined> {
  const begun = cache.begin(clock.monotonic());
  try {
    const found = await store.findByHash(hash, clock.now());
    if (found === undefined || !isUsable(found, clock.now())) {
      cache.forget(hash);
      return undefined;
    }
    cache.keep(hash, found, begun);
    return found;
  } catch (error) {
    const kept = isDatabaseOutage(error) ? cache.find(hash) : undefined;
    if (kept === undefined) throw error;
    const staleMilliseconds = clock.monotonic() - kept.askedAt;
    if (staleMilliseconds > grace) throw error;
    return isUsable(kept.key, clock.now()) ? { ...kept.key, caller: { ...kept.key.caller, staleMilliseconds } } : undefined;
  }
}

function isUsable({ expiresAt }: StoredKey, now: Date): boolean {
  return expiresAt === undefined || expiresAt > now;
}

function heldBy({ caller, suspended }: StoredKey): Authentication {
  return { kind: suspended ? 'suspended' : 'caller', caller };
}

function refused(detail: string): Authentication {
  return { kind: 'refused', detail };
}
