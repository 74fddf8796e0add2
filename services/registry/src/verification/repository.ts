import { type Database, frozenPins, giveBackQuota, Prisma, type QuotaDecision, takeQuota } from '@kirchhoff/platform';
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
  /** YYYY-MM-DD, UTC. */
  readonly chargedDay: string;
  readonly engineVersion: string;
}

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

  async takeQuota(accountId: string): Promise<QuotaDecision> {
    return takeQuota(this.#database, accountId, 'verification');
  }

  /** Our fault ended it: the day that was charged gets it back. */
  async giveBackQuota(accountId: string, day: string, reason: 'failure' | 'guard'): Promise<void> {
    await giveBackQuota(this.#database, accountId, 'verification', day, reason);
  }

  async record(verification: NewVerification): Promise<void> {
    const { pid, keyId, chargedDay, ...rest } = verification;
    const day = new Date(`${chargedDay}T00:00:00Z`);
    await this.#database.verification.create({ data: { circuitId: pid, apiKeyId: keyId, chargedDay: day, ...rest }, select: { id: true } });
  }
}
