import {
  type Database,
  decideQuota,
  Prisma,
  QUOTA_ROW,
  type QuotaDecision,
  type QuotaRow,
  quotaTaken,
  runPrepared,
} from '@kirchhoff/platform';
import { CIRCUIT_WITH_CURRENT_VERSION } from '../circuits/rows.js';
import type { Certification, CertificationStatus, Progress } from './certification.js';

/** What a request for a certification writes. */
export interface NewCertification {
  readonly id: string;
  readonly pid: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
}

interface ProgressRow {
  readonly status: CertificationStatus;
  readonly result: Uint8Array | null;
}

/** The requests' side of the table: asking for a run and reading what came of it. */
export class CertificationRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes the quota and writes the row for the version that is current now, or does neither: one statement, which is
   * one transaction. Undefined where the account owns no such circuit, or the row is there already:
   * then nothing is counted.
   */
  async request({ id, pid, accountId, keyId, requestId }: NewCertification): Promise<QuotaDecision | undefined> {
    const [row] = await runPrepared<QuotaRow>(
      this.#database,
      Prisma.sql`/* prepared: certification-request */
      WITH target AS (
        SELECT v.circuit_id, v.version, v.hash, v.proof_key FROM ${CIRCUIT_WITH_CURRENT_VERSION}
        WHERE c.id = ${pid} AND c.account_id = ${accountId} AND c.withdrawn_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM certifications WHERE id = ${id})
      ), ${quotaTaken(accountId, 'certification', Prisma.sql`EXISTS (SELECT 1 FROM target)`)}, written AS (
        INSERT INTO certifications (id, circuit_id, version, hash, proof_key, account_id, api_key_id, charged_day, request_id)
        SELECT ${id}, target.circuit_id, target.version, target.hash, target.proof_key, asked.id, ${keyId}, asked.day, ${requestId}
        FROM target, asked WHERE EXISTS (SELECT 1 FROM taken)
      )
      SELECT ${QUOTA_ROW} FROM asked`,
    );
    return row === undefined ? undefined : decideQuota(row);
  }

  /** How far the run has come. */
  async progress(id: string): Promise<Progress> {
    const [row] = await runPrepared<ProgressRow>(
      this.#database,
      Prisma.sql`/* prepared: certification-progress */
      SELECT status::text AS status, result FROM certifications WHERE id = ${id}`,
    );
    if (row === undefined) throw new Error('a certification that was requested is not there');
    if (row.status !== 'done') return { status: row.status };
    if (row.result === null) throw new Error('a certification is done and has no result');
    return { status: 'done', result: row.result };
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
