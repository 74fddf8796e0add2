import type { StoredSource } from '@kirchhoff/engine-host';
import { type Database, frozenPins, Prisma } from '@kirchhoff/platform';

/** A version with its proof. */
export interface ProvenPolicyVersion extends StoredSource {
  readonly hash: string;
  readonly certificate: Uint8Array;
}

/** The versions of policies with their certificates. */
export class ProvenPolicyRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One version, which never changes. */
  async find(policyId: string, version: number): Promise<ProvenPolicyVersion> {
    const pinned = frozenPins('policy_version_pins', Prisma.sql`p.policy_id = v.policy_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<ProvenPolicyVersion[]>(Prisma.sql`
      SELECT v.source, v.hash, v.certificate, ${pinned} AS pinned
      FROM policy_versions v WHERE v.policy_id = ${policyId} AND v.version = ${version}`);
    if (row === undefined) throw new Error('the current version of a policy is missing');
    return row;
  }
}
