import { isDatabaseOutage } from '../database/outage.js';
import type { Clock } from '../environment/clock.js';
import type { RateLimit } from '../quotas/rate-decision.js';
import { hashKey, type KeyHash, parseKey } from './api-key.js';
import type { Authentication, Authenticator } from './caller.js';
import type { KeyCache } from './key-cache.js';
import type { StoredKey } from './key-store.js';

const BEARER = /^Bearer +([^ ]+) *$/i;

/** The detail for a well-formed key that is not accepted. It does not tell if the key ever existed. */
export const REFUSED_KEY = 'This key is unknown, revoked or expired.';

export interface AuthenticatorDeps {
  readonly cache: KeyCache;
  /** Counts refused keys, by address. */
  readonly refusals: RateLimit;
  readonly clock: Clock;
}

/** Verifies keys: first form and checksum, then by the cache, which reads from the store. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  return {
    authenticate: async (header, graceMilliseconds, address) => {
      if (header === undefined) return { kind: 'anonymous' };
      const token = BEARER.exec(header)?.[1];
      if (token === undefined) return refused('The Authorization field is not a Bearer key.');
      const key = parseKey(token);
      if (key === undefined) return refused('This is not a key: its form or its checksum is wrong.');
      return lookUp(deps, hashKey(key), graceMilliseconds, address);
    },
  };
}

/**
 * Looks a key up, also if many keys of its address were refused: an attacker must not lock out holders of valid keys behind the
 * same address. Only answers to refused keys are throttled; a look-up costs less than counting it.
 */
async function lookUp(deps: AuthenticatorDeps, hash: KeyHash, grace: number, address: string): Promise<Authentication> {
  const found = await findKey(deps, hash, grace);
  if (found !== undefined) return heldBy(found);
  const counted = await deps.refusals.take({ address, accountId: undefined });
  return counted.kind === 'limited' ? { kind: 'throttled', decision: counted } : refused(REFUSED_KEY);
}

/** Returns the key of a hash; while the store is out, a key that was found within the grace, with its age. */
async function findKey({ cache, clock }: AuthenticatorDeps, hash: KeyHash, grace: number): Promise<StoredKey | undefined> {
  try {
    return usable(await cache.find(hash), clock);
  } catch (error) {
    const kept = isDatabaseOutage(error) ? cache.kept(hash) : undefined;
    if (kept === undefined) throw error;
    const staleMilliseconds = clock.monotonic() - kept.askedAt;
    if (staleMilliseconds > grace) throw error;
    const key = usable(kept.key, clock);
    return key && { ...key, caller: { ...key.caller, staleMilliseconds } };
  }
}

function usable(key: StoredKey | undefined, clock: Clock): StoredKey | undefined {
  return key?.expiresAt === undefined || key.expiresAt > clock.now() ? key : undefined;
}

function heldBy({ caller, suspended }: StoredKey): Authentication {
  return { kind: suspended ? 'suspended' : 'caller', caller };
}

function refused(detail: string): Authentication {
  return { kind: 'refused', detail };
}
