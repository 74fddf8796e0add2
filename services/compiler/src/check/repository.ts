import { type Database, frozenPins, Prisma } from '@kirchhoff/platform';
import type { LogRule } from '../decisions/log-rule.js';
import { type LogSettings, logRule } from '../decisions/settings.js';
import type { CertifiedSource } from '../engine/work.js';

/** The head of a policy: the data that a check needs before it may use a version. */
export interface PolicyHead {
  readonly accountId: string;
  readonly version: number;
  readonly withdrawn: boolean;
  /** `undefined` if its decisions are not logged. */
  readonly log?: LogRule | undefined;
}

/** A version with its proof. */
export interface StoredVersion extends CertifiedSource {
  readonly hash: string;
}

interface StandingRow extends Omit<PolicyHead, 'log'>, Pick<LogSettings, 'rate' | 'keep'> {
  readonly id: string;
  /** `null` if the settings of its log were never set; then the other columns are `null` too. */
  readonly mode: LogSettings['mode'] | null;
}

export class CheckRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The heads of the existing policies, by id. */
  async heads(policyIds: readonly string[]): Promise<ReadonlyMap<string, PolicyHead>> {
    const rows = await this.#database.$queryRaw<StandingRow[]>(Prisma.sql`
      SELECT p.id, p.account_id AS "accountId", p.current_version AS version, p.withdrawn_at IS NOT NULL AS withdrawn,
        l.mode::text AS mode, l.rate, l.keep
      FROM policies p LEFT JOIN policy_logs l ON l.policy_id = p.id WHERE p.id = ANY(${[...policyIds]})`);
    return new Map(
      rows.map(({ id, mode, rate, keep, ...head }) => [id, { ...head, log: mode === null ? undefined : logRule({ mode, rate, keep }) }]),
    );
  }

  /** One version, which never changes. */
  async version(policyId: string, version: number): Promise<StoredVersion> {
    const pinned = frozenPins('policy_version_pins', Prisma.sql`p.policy_id = v.policy_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<StoredVersion[]>(Prisma.sql`
      SELECT v.source, v.hash, v.certificate, ${pinned} AS pinned
      FROM policy_versions v WHERE v.policy_id = ${policyId} AND v.version = ${version}`);
    if (row === undefined) throw new Error('the current version of a policy is missing');
    return row;
  }
}
