import { type Database, Prisma } from '@kirchhoff/platform';

/** How a policy stands: what a check has to know before it may use a version. */
export interface Standing {
  readonly accountId: string;
  readonly version: number;
  readonly withdrawn: boolean;
}

export interface StoredVersion {
  readonly source: string;
  readonly hash: string;
}

interface StandingRow extends Standing {
  readonly id: string;
}

export class CheckRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The standings of the policies that exist, by id. */
  async standings(policyIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
    const rows = await this.#database.$queryRaw<StandingRow[]>(Prisma.sql`
      SELECT id, account_id AS "accountId", current_version AS version, withdrawn_at IS NOT NULL AS withdrawn
      FROM policies WHERE id = ANY(${[...policyIds]})`);
    return new Map(rows.map(({ id, ...standing }) => [id, standing]));
  }

  /** One version, which never changes once it is there. */
  async version(policyId: string, version: number): Promise<StoredVersion> {
    return this.#database.policyVersion.findUniqueOrThrow({
      where: { policyId_version: { policyId, version } },
      select: { source: true, hash: true },
    });
  }
}
