import { type Database, type FrozenPin, frozenPins, Prisma } from '@kirchhoff/platform';

/** The parts of a visible circuit that an evaluation needs. */
export interface EvaluatedSource {
  readonly source: string;
  /** The pins as resolved at its publication. */
  readonly pinned: readonly FrozenPin[];
  readonly withdrawn: boolean;
}

export class PublishedSourceRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The source of a version, if the circuit is public or the account's own.
   *
   * @param version default: the current one
   */
  async find(pid: string, version: number | undefined, accountId: string): Promise<EvaluatedSource | undefined> {
    const pinned = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = v.circuit_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<EvaluatedSource[]>(Prisma.sql`
      SELECT v.source, ${pinned} AS pinned, c.withdrawn_at IS NOT NULL AS withdrawn
      FROM circuits c JOIN circuit_versions v ON v.circuit_id = c.id AND v.version = coalesce(${version ?? null}::integer, c.current_version)
      WHERE c.id = ${pid} AND (c.visibility = 'public' OR c.account_id = ${accountId})`);
    return row;
  }
}
