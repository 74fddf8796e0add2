import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import { type KeyHash, keyHashBytes } from './api-key.js';
import type { Caller } from './caller.js';
import { isScope } from './scopes.js';

/** A key as stored, with what its account says. */
export interface StoredKey {
  readonly caller: Caller;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** Where keys are looked up. Throws where it is out. */
export interface KeyStore {
  findByHash(hash: KeyHash): Promise<StoredKey | undefined>;
}

/** How far behind `last_used_at` may be: one write a minute and key, whatever the traffic. */
const LAST_USED_MINUTE = 60_000;

/** Keys in the registry's tables, which every service may read. */
export function databaseKeyStore(database: DatabaseSession): KeyStore {
  return {
    findByHash: async (hash) => {
      const row = await database.apiKey.findUnique({
        where: { hash: keyHashBytes(hash) },
        include: { account: { select: { tier: true } } },
      });
      if (row === null) return undefined;
      const caller = { accountId: row.accountId, keyId: row.id, tier: row.account.tier, scopes: new Set(row.scopes.filter(isScope)) };
      return { caller, expiresAt: row.expiresAt ?? undefined, revokedAt: row.revokedAt ?? undefined };
    },
  };
}

/** Records that a key was used, at most once a minute. For the registry, which owns the table. */
export async function recordKeyUse(database: DatabaseSession, keyId: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - LAST_USED_MINUTE);
  await database.$executeRaw(
    Prisma.sql`UPDATE api_keys SET last_used_at = ${now} WHERE id = ${keyId} AND (last_used_at IS NULL OR last_used_at < ${minuteAgo})`,
  );
}
