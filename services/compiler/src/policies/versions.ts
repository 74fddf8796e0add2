import { type Database, frozenPins, MAX_COUNTED, type Page, type PageRequest, Prisma } from '@kirchhoff/platform';
import type { CertifiedSource } from '../engine/work.js';
import type { PolicyVersion, PolicyVersionDetail } from './policy.js';

const VERSION_COLUMNS = Prisma.sql`v.policy_id AS "policyId", v.version, v.hash, v.assurance::text AS assurance,
  v.language_version AS "languageVersion", v.engine_version AS "engineVersion", v.created_at AS "createdAt",
  v.version = p.current_version AS current`;

/** A version in the form for the engine. */
export interface StoredPolicyVersion extends CertifiedSource {
  readonly version: number;
  readonly hash: string;
  /** True if its policy has been withdrawn. */
  readonly withdrawn: boolean;
}

/** The versions of an account's own policies. They never change, and are kept when their policy is withdrawn. */
export class PolicyVersionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One page of the versions of a policy, newest first. Empty if the account has no such policy. */
  async page(policyId: string, accountId: string, { page, limit }: PageRequest): Promise<Page<PolicyVersion>> {
    const found = ofPolicy(policyId, accountId);
    const [items, [{ counted }]] = await Promise.all([
      this.#database.$queryRaw<PolicyVersion[]>(
        Prisma.sql`SELECT ${VERSION_COLUMNS} ${found} ORDER BY v.version DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      ),
      this.#database.$queryRaw<[{ counted: number }]>(
        Prisma.sql`SELECT count(*)::integer AS counted FROM (SELECT 1 ${found} LIMIT ${MAX_COUNTED + 1}) first`,
      ),
    ]);
    return { items, counted };
  }

  async find(policyId: string, version: number, accountId: string): Promise<PolicyVersionDetail | undefined> {
    const [row] = await this.#database.$queryRaw<PolicyVersionDetail[]>(
      Prisma.sql`SELECT ${VERSION_COLUMNS}, v.source, v.report ${ofPolicy(policyId, accountId)} AND v.version = ${version}`,
    );
    return row;
  }

  /**
   * A version with its pins, for the engine.
   *
   * @param version default: the current one
   */
  async stored(policyId: string, version: number | undefined, accountId: string): Promise<StoredPolicyVersion | undefined> {
    const pinned = frozenPins('policy_version_pins', Prisma.sql`p.policy_id = v.policy_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<StoredPolicyVersion[]>(Prisma.sql`
      SELECT v.version, v.hash, v.certificate, v.source, ${pinned} AS pinned, p.withdrawn_at IS NOT NULL AS withdrawn
      ${ofPolicy(policyId, accountId)} AND v.version = coalesce(${version ?? null}::integer, p.current_version)`);
    return row;
  }
}

function ofPolicy(policyId: string, accountId: string): Prisma.Sql {
  return Prisma.sql`FROM policies p JOIN policy_versions v ON v.policy_id = p.id WHERE p.id = ${policyId} AND p.account_id = ${accountId}`;
}
