import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import type { AccountLimits } from '../quotas/limits.js';
import { type KeyHash, keyHashBytes } from './api-key.js';
import { type Caller, isScope, type Tier } from './caller.js';

/** A valid key, with the data of its account. */
export interface StoredKey {
  readonly caller: Caller;
  readonly expiresAt: Date | undefined;
  /** True if an operator has suspended the account: the key is then refused with this reason. */
  readonly suspended: boolean;
}

/** The store of keys. Throws if it is out. */
export interface KeyStore {
  /**
   * Returns the key that is valid at `now`, also if the account is suspended. Returns `undefined` for an unknown, a revoked and an
   * expired key alike.
   */
  findByHash(hash: KeyHash, now: Date): Promise<StoredKey | undefined>;
}

interface KeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly tier: Tier;
  readonly scopes: readonly string[];
  readonly expires_at: Date | null;
  readonly suspended: boolean;
  readonly limits: AccountLimits;
}

/** Keys in the registry's tables, which every service may read. */
export function databaseKeyStore(database: DatabaseSession): KeyStore {
  return {
    findByHash: async (hash, now) => {
      const [row] = await database.$queryRaw<KeyRow[]>(keyByHash(hash, now));
      if (row === undefined) return undefined;
      const caller = {
        accountId: row.account_id,
        keyId: row.id,
        tier: row.tier,
        scopes: new Set(row.scopes.filter(isScope)),
        limits: row.limits,
      };
      return { caller, expiresAt: row.expires_at ?? undefined, suspended: row.suspended };
    },
  };
}

/** One statement in all cases, so that a refusal takes the same time for every reason. */
function keyByHash(hash: KeyHash, now: Date): Prisma.Sql {
  return Prisma.sql`/* prepared: key-by-hash */ SELECT k.id, k.account_id, a.tier::text AS tier, k.scopes, k.expires_at, a.suspended_at IS NOT NULL AS suspended, a.limits
    FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.hash = ${keyHashBytes(hash)} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`;
}

/**
 * Makes the condition that an account is not suspended, for statements that find the work of accounts.
 * @param accountId an expression of the statement
 */
export function notSuspended(accountId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM accounts suspended WHERE suspended.id = ${accountId} AND suspended.suspended_at IS NOT NULL)`;
}
