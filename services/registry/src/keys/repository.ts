import {
  type Database,
  type DatabaseSession,
  hashKey,
  type KeyHash,
  keyHashBytes,
  type PlainKey,
  shownPrefix,
  storedKeyHash,
} from '@kirchhoff/platform';

/** A key to be written; only its hash is. */
export interface NewKey {
  readonly id: string;
  readonly key: PlainKey;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** A key as its account may see it: never the key. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

interface KeyRights {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

export class KeyRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes an account and its first key, or neither. */
  async register(account: NewAccount, key: NewKey, rights: KeyRights): Promise<void> {
    await this.#database.account.create({ data: { ...account, keys: { create: keyData(key, rights) } }, select: { id: true } });
  }

  /** All keys of an account, newest first. */
  async list(accountId: string): Promise<readonly KeyRecord[]> {
    return this.#database.apiKey.findMany({
      where: { accountId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true, name: true, prefix: true, scopes: true, createdAt: true, lastUsedAt: true, expiresAt: true, revokedAt: true },
    });
  }

  /** Revokes a key of the account. Undefined where the account has no such key; a second time keeps the first time's moment. */
  async revoke(id: string, accountId: string): Promise<KeyHash | undefined> {
    const key = await this.#database.apiKey.findFirst({ where: { id, accountId }, select: { hash: true } });
    if (key === null) return undefined;
    await markRevoked(this.#database, id);
    return storedKeyHash(key.hash);
  }

  /** Revokes a key and writes one with the same rights, or does neither. Undefined where another request was first. */
  async rotate(oldId: string, key: NewKey): Promise<KeyHash | undefined> {
    return this.#database.$transaction(async (session) => {
      if (!(await markRevoked(session, oldId))) return undefined;
      const old = await session.apiKey.findUniqueOrThrow({
        where: { id: oldId },
        select: { accountId: true, hash: true, name: true, scopes: true, expiresAt: true },
      });
      await session.apiKey.create({ data: { accountId: old.accountId, ...keyData(key, old) }, select: { id: true } });
      return storedKeyHash(old.hash);
    });
  }
}

/** Whether it was this call that revoked the key: the row's lock lets one win. */
async function markRevoked(session: DatabaseSession, id: string): Promise<boolean> {
  const changed = await session.$executeRaw`UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL`;
  return changed === 1;
}

function keyData({ id, key }: NewKey, { name, scopes, expiresAt }: KeyRights) {
  return { id, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name, scopes: [...scopes], expiresAt };
}
