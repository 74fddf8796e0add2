import { type Database, type QuotaDecision, takeQuota } from '@kirchhoff/platform';
import type { Certification, Progress } from './certification.js';

/** What a request for a certification writes. */
export interface NewCertification {
  readonly id: string;
  readonly pid: string;
  readonly version: number;
  readonly accountId: string;
  readonly keyId: string;
}

/** The requests' side of the table: asking for a run and reading what came of it. */
export class CertificationRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes the quota and writes the row, or does neither: one transaction. */
  async request(certification: NewCertification): Promise<QuotaDecision> {
    const { id, pid, version, accountId, keyId } = certification;
    return this.#database.$transaction(async (session) => {
      const quota = await takeQuota(session, accountId, 'certification');
      if (quota.kind === 'exceeded') return quota;
      await session.$executeRaw`
        INSERT INTO certifications (id, circuit_id, version, hash, proof_key, account_id, api_key_id, charged_day)
        SELECT ${id}, circuit_id, version, hash, proof_key, ${accountId}, ${keyId}, ${quota.day}::date
        FROM circuit_versions WHERE circuit_id = ${pid} AND version = ${version}`;
      return quota;
    });
  }

  /** How far the run has come. */
  async progress(id: string): Promise<Progress> {
    const row = await this.#database.certification.findUniqueOrThrow({ where: { id }, select: { status: true, result: true } });
    switch (row.status) {
      case 'queued':
      case 'running':
      case 'failed':
        return { status: row.status };
      case 'done':
        if (row.result === null) throw new Error('a certification is done and has no result');
        return { status: 'done', result: row.result };
    }
  }

  /** The certification, where it is the account's own. */
  async findOwn(id: string, accountId: string): Promise<Certification | undefined> {
    const row = await this.#database.certification.findFirst({
      where: { id, accountId },
      select: {
        id: true,
        circuitId: true,
        version: true,
        status: true,
        createdAt: true,
        startedAt: true,
        finishedAt: true,
        result: true,
        failure: true,
      },
    });
    if (row === null) return undefined;
    const { circuitId, ...rest } = row;
    return { ...rest, pid: circuitId };
  }

  /** The certificate that the current version of a circuit stands on; undefined where it is not certified. */
  async currentCertificate(pid: string, version: number): Promise<Uint8Array | undefined> {
    const row = await this.#database.circuitVersion.findUnique({
      where: { circuitId_version: { circuitId: pid, version } },
      select: { certified: true, decidedBy: { select: { certificate: true } } },
    });
    return row?.certified === true ? (row.decidedBy?.certificate ?? undefined) : undefined;
  }
}
