import { type Database, type FrozenPin, frozenPins, Prisma } from '@kirchhoff/platform';
import { satisfies } from 'semver';

/** A version whose certification was made by an engine of the range. */
export interface RecheckCandidate {
  readonly pid: string;
  readonly version: number;
  readonly hash: string;
  readonly accountId: string;
  /** The certification that was current when the candidate was read. */
  readonly certificationId: string;
  readonly engineVersion: string;
}

/** The source and the certificate of a candidate. */
export interface CandidateEvidence {
  readonly source: string;
  /** The pins as resolved at publication. */
  readonly pinned: readonly FrozenPin[];
  readonly certificate: Uint8Array;
}

/** Versions per query. */
const PAGE = 1_000;

/** Finds the versions to check again, ordered by identifier. */
export class CandidateRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param after only circuits with greater identifiers */
  async *all(range: string, after: string): AsyncGenerator<RecheckCandidate> {
    let last = { pid: after, version: Number.MAX_SAFE_INTEGER };
    for (;;) {
      const page = await this.#page(last.pid, last.version);
      for (const candidate of page) if (inRange(candidate.engineVersion, range)) yield candidate;
      const end = page.at(-1);
      if (end === undefined) return;
      last = end;
    }
  }

  /** Counts the policies that an engine of the range has certified; they refer to versions, but the compiler owns them. */
  async policies(range: string): Promise<number> {
    const rows = await this.#database.$queryRaw<{ engineVersion: string; count: number }[]>(Prisma.sql`
      SELECT v.engine_version AS "engineVersion", count(*)::integer AS count
      FROM policies p JOIN policy_versions v ON v.policy_id = p.id AND v.version = p.current_version
      WHERE p.withdrawn_at IS NULL GROUP BY v.engine_version`);
    return rows.filter(({ engineVersion }) => inRange(engineVersion, range)).reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the evidence of a candidate; `undefined` if another certification replaced it. */
  async evidence({ pid, version, certificationId }: RecheckCandidate): Promise<CandidateEvidence | undefined> {
    const pinned = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = v.circuit_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<CandidateEvidence[]>(Prisma.sql`
      SELECT v.source, ${pinned} AS pinned, d.certificate
      FROM circuit_versions v JOIN certifications d ON d.id = v.certification_id
      WHERE v.circuit_id = ${pid} AND v.version = ${version} AND v.certification_id = ${certificationId} AND v.certified`);
    return row;
  }

  async #page(pid: string, version: number): Promise<readonly RecheckCandidate[]> {
    return this.#database.$queryRaw<RecheckCandidate[]>(Prisma.sql`
      SELECT v.circuit_id AS pid, v.version, v.hash, d.account_id AS "accountId", d.id AS "certificationId", d.engine_version AS "engineVersion"
      FROM circuit_versions v JOIN certifications d ON d.id = v.certification_id
      WHERE v.certified AND (v.circuit_id, v.version) > (${pid}, ${version}::bigint)
      ORDER BY v.circuit_id, v.version LIMIT ${PAGE}`);
  }
}

function inRange(engineVersion: string, range: string): boolean {
  return satisfies(engineVersion, range, { includePrerelease: true });
}
