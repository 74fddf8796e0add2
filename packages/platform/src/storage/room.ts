import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import { type Problem, problem } from '../problems/problem.js';
import type { AccountLimitName } from '../quotas/limits.js';
import { STORED_KINDS, type StorageLimits, type Stored, type StoredKind } from './limits.js';

/** The amounts that a write would add. */
export type Adding = Partial<Stored>;

/** The stored amount of a resource, with its limit. */
export interface StoredCount {
  readonly used: number;
  readonly limit: number;
}

type RoomRow = Readonly<Record<StoredKind, number> & Record<`${StoredKind}_limit`, number>>;

const LIMIT_NAMES = {
  octets: 'stored_octets',
  circuits: 'circuits',
  policies: 'policies',
  versions: 'versions',
} as const satisfies Readonly<Record<StoredKind, AccountLimitName>>;

/** Selects the stored amount of a resource from the rows `s`, `e` and `d` of an account. */
function usedOf(kind: StoredKind): Prisma.Sql {
  return kind === 'octets' ? Prisma.sql`(s.octets + e.octets + d.octets)::float8` : Prisma.sql`s.${Prisma.raw(kind)}::float8`;
}

const FROM = Prisma.sql`FROM account_storage s JOIN account_evidence e ON e.account_id = s.account_id
  JOIN account_decisions d ON d.account_id = s.account_id JOIN accounts a ON a.id = s.account_id`;

/** The stored amounts of accounts, with their limits. */
export class StorageRoom {
  readonly #limits: StorageLimits;

  constructor(limits: StorageLimits) {
    this.#limits = limits;
  }

  /**
   * Selects a row if and only if the account has room for the addition, under the lock of its storage row: the second of two
   * concurrent writes sees the first. The write must depend on this row in the same statement.
   */
  select(accountId: string, adding: Adding): Prisma.Sql {
    const conditions = STORED_KINDS.flatMap((kind) => {
      const more = adding[kind] ?? 0;
      return more === 0 ? [] : [Prisma.sql`${usedOf(kind)} + ${more}::float8 <= ${this.#limitOf(kind)}`];
    });
    return Prisma.sql`SELECT s.account_id ${FROM} WHERE ${Prisma.join([Prisma.sql`s.account_id = ${accountId}`, ...conditions], ' AND ')} FOR UPDATE OF s`;
  }

  /**
   * Returns the refusal if there is no room for the addition; otherwise `undefined`. Call it in the writing transaction, before
   * the write: the account's storage row is locked until its end.
   */
  async refusal(session: DatabaseSession, accountId: string, adding: Adding): Promise<Problem | undefined> {
    const rows = await session.$queryRaw<unknown[]>(this.select(accountId, adding));
    return rows.length > 0 ? undefined : fullOf(await this.of(session, accountId), adding);
  }

  /**
   * Selects for each of several accounts the bytes that its log of decisions may still add. It locks the rows that count the logs,
   * in the order of accounts.
   * @param accounts an expression: the accounts as `text[]`
   * @param share the part of the limit of bytes up to which a log fills the storage
   */
  selectForLogs(accounts: Prisma.Sql, share: number): Prisma.Sql {
    return Prisma.sql`SELECT s.account_id, ${this.#limitOf('octets')} * ${share}::float8 - ${usedOf('octets')} AS octets ${FROM}
      WHERE s.account_id = ANY (${accounts}) ORDER BY s.account_id FOR UPDATE OF d`;
  }

  /** The stored amounts of an account, and its limits. */
  async of(session: DatabaseSession, accountId: string): Promise<Readonly<Record<StoredKind, StoredCount>>> {
    const columns = STORED_KINDS.flatMap((kind) => [
      Prisma.sql`${usedOf(kind)} AS ${Prisma.raw(kind)}`,
      Prisma.sql`${this.#limitOf(kind)} AS ${Prisma.raw(`${kind}_limit`)}`,
    ]);
    const [row] = await session.$queryRaw<RoomRow[]>(Prisma.sql`SELECT ${Prisma.join(columns)} ${FROM} WHERE s.account_id = ${accountId}`);
    if (row === undefined) throw new Error('the storage of an account was read that does not exist');
    const countOf = (kind: StoredKind): StoredCount => ({ used: row[kind], limit: row[`${kind}_limit`] });
    return { octets: countOf('octets'), circuits: countOf('circuits'), policies: countOf('policies'), versions: countOf('versions') };
  }

  /** The limit of a row of `accounts` as `a`: its own limit, else its tier's. */
  #limitOf(kind: StoredKind): Prisma.Sql {
    const { free, pro } = this.#limits;
    const name: AccountLimitName = LIMIT_NAMES[kind];
    return Prisma.sql`coalesce((a.limits ->> ${name}::text)::float8, CASE a.tier WHEN 'pro' THEN ${pro[kind]}::float8 ELSE ${free[kind]}::float8 END)`;
  }
}

function fullOf(stored: Readonly<Record<StoredKind, StoredCount>>, adding: Adding): Problem {
  const full = STORED_KINDS.find((kind) => (adding[kind] ?? 0) > 0 && stored[kind].used + (adding[kind] ?? 0) > stored[kind].limit);
  if (full === undefined) return problem('storage-exceeded', 'The storage limit of this account was reached at the time of this write.');
  const { used, limit } = stored[full];
  return problem(
    'storage-exceeded',
    `This account stores ${used} of ${limit} ${full === 'octets' ? 'bytes' : full}, and this would add ${adding[full]}.`,
  );
}
