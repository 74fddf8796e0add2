import type { StoredSource } from '@kirchhoff/engine-host';
import { type Database, frozenPins, Prisma } from '@kirchhoff/platform';

/** The head of a policy: the facts that a check needs before it may use a version. */
export interface PolicyHead {
  readonly accountId: string;
  readonly version: number;
  readonly withdrawn: boolean;
}

export interface StoredVersion extends StoredSource {
  readonly hash: string;
}

interface StandingRow extends PolicyHead {
  readonly id: string;
}

export class CheckRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The standings of the policies that exist, by id. */
  async heads(policyIds: readonly string[]): Promise<ReadonlyMap<string, PolicyHead>> {
    const rows = await this.#database.$queryRaw<StandingRow[]>(Prisma.sql`
      SELECT id, account_id AS "accountId", current_version AS version, withdrawn_at IS NOT NULL AS withdrawn
      FROM policies WHERE id = ANY(${[...policyIds]})`);
    return new Map(rows.map(({ id, ...head }) => [id, head]));
  }

  /** One version, which never changes once it is there. */
  async version(policyId: string, version: number): Promise<StoredVersion> {
    const pinned = frozenPins('policy_version_pins', Prisma.sql`p.policy_id = v.policy_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<StoredVersion[]>(Prisma.sql`
      SELECT v.source, v.hash, ${pinned} AS pinned FROM policy_versions v WHERE v.policy_id = ${policyId} AND v.version = ${version}`);
    if (row === undefined) throw new Error('the current version of a policy is missing');
    return row;
  }
}
