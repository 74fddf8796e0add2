import {
  type Database,
  decideQuota,
  frozenPins,
  giveBackQuota,
  Prisma,
  QUOTA_ROW,
  type QuotaDecision,
  type QuotaRow,
  quotaTaken,
} from '@kirchhoff/platform';
import type { PublishedSource } from '../engine/work.js';

/** What a verification has to know of the certification that it re-checks. */
export interface ClosedCertification {
  readonly id: string;
  readonly hash: string;
  readonly certificate: Uint8Array;
}

/** The record of a verification. */
export interface NewVerification {
  readonly pid: string;
  readonly version: number;
  readonly certificationId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly verified: boolean;
  readonly originalHash: string;
  readonly currentHash: string;
  readonly phiC: number;
  readonly engineVersion: string;
}

/** A verification that is counted and has not ended: it ends by `record` or `giveBack`, or is given back when its time is over. */
export interface Charge {
  readonly id: bigint;
  readonly quota: QuotaDecision & { readonly kind: 'taken' };
}

/**
 * Longer than any verification takes, the longest wait for a thread included: what is open for longer belonged to a
 * process that died.
 */
const CHARGE_MINUTES = 60;

export class VerificationRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The latest certification of the circuit that closed, of whatever version. */
  async latestClosed(pid: string): Promise<ClosedCertification | undefined> {
    const row = await this.#database.certification.findFirst({
      where: { circuitId: pid, certified: true, refutedAt: null },
      orderBy: { finishedAt: 'desc' },
      select: { id: true, hash: true, certificate: true },
    });
    if (row === null || row.certificate === null) return undefined;
    return { id: row.id, hash: row.hash, certificate: row.certificate };
  }

  /** A version's source, with what its pins were resolved to when it was published. */
  async published(pid: string, version: number): Promise<PublishedSource> {
    const pinned = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = v.circuit_id AND p.version = v.version`);
    const [row] = await this.#database.$queryRaw<PublishedSource[]>(Prisma.sql`
      SELECT v.source, ${pinned} AS pinned FROM circuit_versions v WHERE v.circuit_id = ${pid} AND v.version = ${version}`);
    if (row === undefined) throw new Error('a version that was just there is gone');
    return row;
  }

  /** Counts a verification and remembers that it is open, in one statement; or finds the limit reached. */
  async charge(accountId: string): Promise<Charge | (QuotaDecision & { readonly kind: 'exceeded' })> {
    const [row] = await this.#database.$queryRaw<
      (QuotaRow & { readonly charge: bigint | null })[]
    >(Prisma.sql`/* prepared: verification-charge */
      WITH ${quotaTaken(accountId, 'verification')}, charged AS (
        INSERT INTO verification_charges (account_id, day, lease_until)
        SELECT asked.id, asked.day, now() + ${CHARGE_MINUTES}::integer * interval '1 minute' FROM asked WHERE EXISTS (SELECT 1 FROM taken)
        RETURNING id
      )
      SELECT ${QUOTA_ROW}, (SELECT id FROM charged) AS charge FROM asked`);
    if (row === undefined) throw new Error('a quota was asked for an account that does not exist');
    const quota = decideQuota(row);
    if (quota.kind === 'exceeded') return quota;
    if (row.charge === null) throw new Error('a verification was counted and not charged');
    return { id: row.charge, quota };
  }

  /** Our fault ended it: the day that was charged gets it back. A second time changes nothing. */
  async giveBack({ id, quota }: Charge, accountId: string, reason: 'failure' | 'guard'): Promise<void> {
    await this.#database.$transaction(async (session) => {
      const settled = await session.$executeRaw(Prisma.sql`DELETE FROM verification_charges WHERE id = ${id}`);
      if (settled === 1) await giveBackQuota(session, accountId, 'verification', quota.day, reason);
    });
  }

  /**
   * Records a verification in place of its charge, in one statement.
   * @returns false where the charge has been given back: then nothing is recorded, and nothing may be answered
   */
  async record({ id, quota }: Charge, verification: NewVerification): Promise<boolean> {
    const { pid, version, certificationId, accountId, keyId, verified, originalHash, currentHash, phiC, engineVersion } = verification;
    const written = await this.#database.$executeRaw(Prisma.sql`/* prepared: verification-record */
      WITH settled AS (DELETE FROM verification_charges WHERE id = ${id} RETURNING id)
      INSERT INTO verifications (circuit_id, version, certification_id, account_id, api_key_id, verified, original_hash, current_hash,
        phi_c, charged_day, engine_version)
      SELECT ${pid}, ${version}::integer, ${certificationId}, ${accountId}, ${keyId}, ${verified}::boolean, ${originalHash}, ${currentHash},
        ${phiC}::float8, ${quota.day}::date, ${engineVersion}
      FROM settled`);
    return written === 1;
  }
}
