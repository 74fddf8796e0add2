import {
  type Database,
  type DatabaseSession,
  hashKey,
  type KeyHash,
  keyHashBytes,
  type Origin,
  type PlainKey,
  type Prisma,
  type Problem,
  recordChange,
  shownPrefix,
  storedKeyHash,
  type Tier,
} from '@kirchhoff/platform';
import type { DeliveryJob } from '../events/delivery.js';
import type { Outbox } from '../events/outbox.js';
import type { KeyRights } from './service.js';

/** A key to insert; the database stores only its hash. */
export interface NewKey {
  readonly id: string;
  readonly key: PlainKey;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly tier: Tier;
}

/** A key as its account may see it, without the key itself. */
export interface KeyRecord extends KeyRights {
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The key that this one replaced by rotation. */
  readonly replaces: string | null;
}

/** A revocation and its deliveries. */
export interface Revoked {
  readonly hash: KeyHash;
  readonly deliveries: readonly DeliveryJob[];
}

/** The revoked key, for the webhook event. */
interface RevokedKey {
  readonly [member: string]: string;
  readonly key_id: string;
  readonly name: string;
  readonly reason: 'revoked' | 'rotated';
}

/** The key that requests another key, with its account. */
export type Maker = Origin & { readonly actor: 'key' };

/**
 * The result of creating a key. `made-before`: the same request created it before its process died. `dead`: the requesting key
 * was revoked or has expired. `too-many`: the account has the maximum of active keys.
 */
export type Making =
  | { readonly kind: 'made'; readonly record: KeyRecord }
  | { readonly kind: 'made-before' | 'dead' | 'too-many' }
  | Problem;

export interface KeyRepositoryDeps {
  readonly database: Database;
  readonly outbox: Outbox;
}

const RECORD = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
  replaces: true,
} as const;

export class KeyRepository {
  readonly #database: Database;
  readonly #outbox: Outbox;

  constructor({ database, outbox }: KeyRepositoryDeps) {
    this.#database = database;
    this.#outbox = outbox;
  }

  /** Creates an account and its first key, or neither. False if the account exists: the same request created it before. */
  async register(account: NewAccount, key: NewKey, rights: KeyRights, requestId: string): Promise<boolean> {
    return this.#database.$transaction(async (session) => {
      const { count } = await session.account.createMany({ data: account, skipDuplicates: true });
      if (count === 0) return false;
      await session.apiKey.create({ data: { accountId: account.id, ...keyData(key, rights) }, select: { id: true } });
      const origin: Origin = { actor: 'system', accountId: account.id, requestId };
      await recordChange(session, { origin, action: 'account.registered', subject: account.id, detail: { key_id: key.id } });
      return true;
    });
  }

  /** Returns the active keys of an account, and those that ended last; each part is newest first, with its own limit. */
  async list(accountId: string, now: Date, most: { readonly standing: number; readonly ended: number }): Promise<readonly KeyRecord[]> {
    const [standing, ended] = await Promise.all([
      this.#database.apiKey.findMany({ where: standingOf(accountId, now), take: most.standing, orderBy: newestFirst(), select: RECORD }),
      this.#database.apiKey.findMany({
        where: { accountId, OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] },
        take: most.ended,
        orderBy: newestFirst(),
        select: RECORD,
      }),
    ]);
    return [...standing, ...ended];
  }

  /**
   * Creates a key with the rights that `grant` returns. Creations of one account run one after another, and a key that is revoked
   * meanwhile creates no other.
   */
  async make(key: NewKey, maker: Maker, now: Date, most: number, grant: (maker: KeyRights) => KeyRights | Problem): Promise<Making> {
    const { accountId } = maker;
    return this.#database.$transaction(async (session) => {
      await session.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
      const rights = await lockedRights(session, maker.keyId, now);
      if (rights === undefined) return { kind: 'dead' };
      if ((await session.apiKey.findFirst({ where: { id: key.id, accountId }, select: { id: true } })) !== null)
        return { kind: 'made-before' };
      const granted = grant(rights);
      if ('kind' in granted) return granted;
      if ((await session.apiKey.count({ where: standingOf(accountId, now) })) >= most) return { kind: 'too-many' };
      const record = await session.apiKey.create({ data: { accountId, ...keyData(key, granted) }, select: RECORD });
      const detail = { name: granted.name, scopes: granted.scopes, expires_at: granted.expiresAt?.toISOString() ?? null };
      await recordChange(session, { origin: maker, action: 'key.created', subject: key.id, detail });
      return { kind: 'made', record };
    });
  }

  /**
   * Revokes a key of the account; `undefined` if the account has no such key. A second call changes no row and makes no delivery.
   */
  async revoke(id: string, origin: Origin): Promise<Revoked | undefined> {
    return this.#database.$transaction(async (session) => {
      const key = await session.apiKey.findFirst({ where: { id, accountId: origin.accountId }, select: { hash: true, name: true } });
      if (key === null) return undefined;
      const hash = storedKeyHash(key.hash);
      if (!(await markRevoked(session, id))) return { hash, deliveries: [] };
      await recordChange(session, { origin, action: 'key.revoked', subject: id, detail: { name: key.name } });
      return { hash, deliveries: await this.#tell(session, origin.accountId, { key_id: id, name: key.name, reason: 'revoked' }) };
    });
  }

  /**
   * Revokes the requesting key and creates one with the same rights, in one transaction; `undefined` if it was already revoked.
   */
  async rotate(key: NewKey, origin: Maker): Promise<Revoked | undefined> {
    const { keyId, accountId } = origin;
    return this.#database.$transaction(async (session) => {
      if (!(await markRevoked(session, keyId))) return undefined;
      const old = await session.apiKey.findUniqueOrThrow({
        where: { id: keyId },
        select: { hash: true, name: true, scopes: true, expiresAt: true },
      });
      await session.apiKey.create({ data: { accountId, replaces: keyId, ...keyData(key, old) }, select: { id: true } });
      await recordChange(session, { origin, action: 'key.rotated', subject: keyId, detail: { new_key_id: key.id } });
      const deliveries = await this.#tell(session, accountId, { key_id: keyId, name: old.name, reason: 'rotated', new_key_id: key.id });
      return { hash: storedKeyHash(old.hash), deliveries };
    });
  }

  async #tell(session: DatabaseSession, accountId: string, data: RevokedKey) {
    return this.#outbox.record(session, { accountId, type: 'key.revoked', data });
  }
}

function newestFirst(): Prisma.ApiKeyOrderByWithRelationInput[] {
  return [{ createdAt: 'desc' }, { id: 'desc' }];
}

function standingOf(accountId: string, now: Date) {
  return { accountId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/** Returns the rights of an active key, and locks it against revocation until the transaction ends. */
async function lockedRights(session: DatabaseSession, id: string, now: Date): Promise<KeyRights | undefined> {
  const [row] = await session.$queryRaw<{ readonly name: string; readonly scopes: readonly string[]; readonly expires_at: Date | null }[]>`
    SELECT name, scopes, expires_at FROM api_keys
    WHERE id = ${id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}) FOR SHARE`;
  return row === undefined ? undefined : { name: row.name, scopes: row.scopes, expiresAt: row.expires_at };
}

/** Returns whether this call revoked the key; the row's lock lets only one call succeed. */
async function markRevoked(session: DatabaseSession, id: string): Promise<boolean> {
  const changed = await session.$executeRaw`UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL`;
  return changed === 1;
}

function keyData({ id, key }: NewKey, { name, scopes, expiresAt }: KeyRights) {
  return { id, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name, scopes: [...scopes], expiresAt };
}
