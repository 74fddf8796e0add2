import { type AccountLimits, type Caller, type Database, isScope, Prisma, type Tier } from '@kirchhoff/platform';

/** A session that may be used, with the rights of its key. */
export interface StoredSession {
  readonly caller: Caller;
  readonly accountName: string;
  readonly keyName: string;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
  /** Null if an earlier build began the session. */
  readonly sealedKey: Uint8Array | null;
}

/** The row of a new session. */
export interface NewSession {
  readonly hash: Uint8Array<ArrayBuffer>;
  readonly keyId: string;
  readonly sealedKey: Uint8Array<ArrayBuffer>;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly endsAt: Date;
}

interface SessionRow {
  readonly key_id: string;
  readonly key_name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly tier: Tier;
  readonly scopes: readonly string[];
  readonly limits: AccountLimits;
  readonly last_used_at: Date;
  readonly ends_at: Date;
  readonly sealed_key: Uint8Array | null;
}

/** A key that may be used: the alias `k` of the key, `a` of its account. */
function usable(now: Date): Prisma.Sql {
  return Prisma.sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND a.suspended_at IS NULL`;
}

export class SessionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Begins a session, and ends the least recently used ones of the same key beyond `most`. The lock on the key makes the bound exact.
   *
   * @returns false if the key is not accepted any more
   */
  async begin({ hash, keyId, sealedKey, now, expiresAt, endsAt }: NewSession, most: number): Promise<boolean> {
    return this.#database.$transaction(async (session) => {
      const keys = await session.$queryRaw<unknown[]>(Prisma.sql`
        SELECT 1 FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.id = ${keyId} AND ${usable(now)} FOR NO KEY UPDATE OF k`);
      if (keys.length === 0) return false;
      await session.$executeRaw(Prisma.sql`
        DELETE FROM sessions WHERE hash IN (
          SELECT hash FROM sessions WHERE api_key_id = ${keyId} ORDER BY last_used_at DESC, created_at DESC OFFSET ${most - 1}::integer)`);
      await session.$executeRaw(Prisma.sql`
        INSERT INTO sessions (hash, api_key_id, sealed_key, created_at, last_used_at, expires_at, ends_at)
        VALUES (${hash}, ${keyId}, ${sealedKey}, ${now}, ${now}, ${expiresAt}, ${endsAt})`);
      return true;
    });
  }

  /**
   * Returns a session that may be used at `now`. Its key and its account are read with it: if the key was revoked or has expired, or
   * the account is suspended, there is no session.
   */
  async find(hash: Uint8Array<ArrayBuffer>, now: Date): Promise<StoredSession | undefined> {
    const [row] = await this.#database.$queryRaw<SessionRow[]>(Prisma.sql`/* prepared: session-by-hash */
      SELECT k.id AS key_id, k.name AS key_name, k.account_id, a.name AS account_name, a.tier::text AS tier, k.scopes, a.limits,
        s.last_used_at, s.ends_at, s.sealed_key
      FROM sessions s JOIN api_keys k ON k.id = s.api_key_id JOIN accounts a ON a.id = k.account_id
      WHERE s.hash = ${hash} AND s.expires_at > ${now} AND s.ends_at > ${now} AND ${usable(now)}`);
    if (row === undefined) return undefined;
    const { account_id: accountId, key_id: keyId, tier, limits } = row;
    return {
      caller: { accountId, keyId, tier, scopes: new Set(row.scopes.filter(isScope)), limits },
      accountName: row.account_name,
      keyName: row.key_name,
      lastUsedAt: row.last_used_at,
      endsAt: row.ends_at,
      sealedKey: row.sealed_key,
    };
  }

  /** Records a use, and moves the idle end. */
  async touch(hash: Uint8Array<ArrayBuffer>, now: Date, expiresAt: Date): Promise<void> {
    await this.#database.$executeRaw(Prisma.sql`
      UPDATE sessions SET last_used_at = ${now}, expires_at = least(ends_at, ${expiresAt}) WHERE hash = ${hash} AND last_used_at < ${now}`);
  }

  async end(hash: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#database.$executeRaw(Prisma.sql`DELETE FROM sessions WHERE hash = ${hash}`);
  }
}
