import { type Database, type DatabaseSession, Prisma, pinRows } from '@kirchhoff/platform';
import type { NewVersion, Policy, PolicyDetail } from './policy.js';

export interface NewPolicy {
  readonly policyId: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly version: NewVersion;
}

/** What a change writes; what is undefined stays. */
export interface PolicyChange {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly version: NewVersion | undefined;
}

export interface PolicyPage {
  readonly policies: readonly Policy[];
  /** Exact to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
}

/** Counting further would cost more than the number is worth. */
const MOST_COUNTED = 10_000;

const POLICY_COLUMNS = Prisma.sql`p.id AS "policyId", p.name, p.description, v.version, v.hash,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;
const WITH_CURRENT_VERSION = Prisma.sql`policies p JOIN policy_versions v ON v.policy_id = p.id AND v.version = p.current_version`;

export class PolicyRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The account's own policy, withdrawn or not. */
  async find(policyId: string, accountId: string): Promise<PolicyDetail | undefined> {
    return findIn(this.#database, policyId, accountId);
  }

  /** One page of the account's policies, newest first, then by id; those made after `asOf` are left out. */
  async page(accountId: string, asOf: Date | undefined, page: number, limit: number): Promise<PolicyPage> {
    const since = asOf === undefined ? Prisma.empty : Prisma.sql`AND p.created_at <= ${asOf}`;
    const found = Prisma.sql`FROM ${WITH_CURRENT_VERSION} WHERE p.account_id = ${accountId} AND p.withdrawn_at IS NULL ${since}`;
    const [policies, [{ total }]] = await Promise.all([
      this.#database.$queryRaw<Policy[]>(
        Prisma.sql`SELECT ${POLICY_COLUMNS} ${found} ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      ),
      this.#database.$queryRaw<[{ total: number }]>(
        Prisma.sql`SELECT count(*)::integer AS total FROM (SELECT 1 ${found} LIMIT ${MOST_COUNTED + 1}) counted`,
      ),
    ]);
    return { policies, total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  }

  /** Writes a policy with its first version. */
  async create({ policyId, accountId, name, description, version }: NewPolicy): Promise<PolicyDetail> {
    const versions = { create: { version: 1, ...written(version) } };
    await this.#database.policy.create({
      data: { id: policyId, accountId, name, description, currentVersion: 1, versions },
      select: { id: true },
    });
    return existing(await this.find(policyId, accountId));
  }

  /**
   * Writes a change in one transaction; another version gets the next number. Two changes at once follow one another,
   * by the lock on the policy's row.
   * @returns the policy after it, or undefined where it has been withdrawn meanwhile
   */
  async change(policyId: string, accountId: string, { name, description, version }: PolicyChange): Promise<PolicyDetail | undefined> {
    return this.#database.$transaction(async (session) => {
      const [row] = await session.$queryRaw<{ current_version: number }[]>(Prisma.sql`
        UPDATE policies SET name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
          current_version = current_version + ${version === undefined ? 0 : 1}::integer, updated_at = now()
        WHERE id = ${policyId} AND account_id = ${accountId} AND withdrawn_at IS NULL RETURNING current_version`);
      if (row === undefined) return undefined;
      if (version !== undefined) {
        await session.policyVersion.create({
          data: { policyId, version: row.current_version, ...written(version) },
          select: { version: true },
        });
      }
      return existing(await findIn(session, policyId, accountId));
    });
  }

  /** Takes a policy out of use. Its versions stay, for who has to know what was decided by them. */
  async withdraw(policyId: string, accountId: string): Promise<void> {
    await this.#database.$executeRaw(
      Prisma.sql`UPDATE policies SET withdrawn_at = now() WHERE id = ${policyId} AND account_id = ${accountId} AND withdrawn_at IS NULL`,
    );
  }
}

async function findIn(session: DatabaseSession, policyId: string, accountId: string): Promise<PolicyDetail | undefined> {
  const [row] = await session.$queryRaw<PolicyDetail[]>(
    Prisma.sql`SELECT ${POLICY_COLUMNS}, v.source, v.report, p.withdrawn_at IS NOT NULL AS withdrawn
      FROM ${WITH_CURRENT_VERSION} WHERE p.id = ${policyId} AND p.account_id = ${accountId}`,
  );
  return row;
}

function existing(policy: PolicyDetail | undefined): PolicyDetail {
  if (policy === undefined) throw new Error('a policy that was just written is not there');
  return policy;
}

function written({ pinned, ...version }: NewVersion) {
  return { ...version, pins: { create: pinRows(pinned) } };
}
