import { type Database, type FrozenPin, frozenPins, Prisma } from '@kirchhoff/platform';
import type { CertificationJob } from './job.js';

/** What a worker that holds the lease has to know. */
export interface LeasedRun {
  readonly pid: string;
  readonly source: string;
  /** What its pins were resolved to when it was published. */
  readonly pinned: readonly FrozenPin[];
  /** The certificate of a run with the same proof key by the same engine, where there is one. */
  readonly reuse: Uint8Array | undefined;
}

/** What a run that ended by itself writes. */
export interface RunResult {
  readonly engineVersion: string;
  readonly certified: boolean;
  readonly phiC: number;
  /** When it closed; null for an open circuit. */
  readonly certifiedAt: Date | null;
  readonly result: Uint8Array<ArrayBuffer>;
  readonly certificate: Uint8Array<ArrayBuffer> | null;
}

interface LeasedRow {
  readonly circuit_id: string;
  readonly source: string;
  readonly pinned: readonly FrozenPin[];
  readonly reuse: Uint8Array | null;
}

const FROZEN_PINS = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = leased.circuit_id AND p.version = leased.version`);

/** The worker's side of the table. Every write names the attempt that it belongs to, and changes nothing for another. */
export class RunRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes the lease of a run that waits. Undefined where it does not wait (any more) under this attempt. */
  async lease(
    { certification_id, attempt }: CertificationJob,
    engineVersion: string,
    milliseconds: number,
  ): Promise<LeasedRun | undefined> {
    const [row] = await this.#database.$queryRaw<LeasedRow[]>(Prisma.sql`/* prepared: certification-lease */
      WITH leased AS (
        UPDATE certifications SET status = 'running', lease_until = ${until(milliseconds)}, started_at = coalesce(started_at, now())
        WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'queued'
        RETURNING circuit_id, version, proof_key
      )
      SELECT leased.circuit_id, v.source, ${FROZEN_PINS} AS pinned, (
        SELECT proven.certificate FROM certifications proven
        WHERE proven.proof_key = leased.proof_key AND proven.engine_version = ${engineVersion} AND proven.certified
        LIMIT 1
      ) AS reuse
      FROM leased JOIN circuit_versions v ON v.circuit_id = leased.circuit_id AND v.version = leased.version`);
    if (row === undefined) return undefined;
    return { pid: row.circuit_id, source: row.source, pinned: row.pinned, reuse: row.reuse ?? undefined };
  }

  /** Holds the lease for longer. False where it was lost. */
  async renew({ certification_id, attempt }: CertificationJob, milliseconds: number): Promise<boolean> {
    const changed = await this.#database.$executeRaw(Prisma.sql`
      UPDATE certifications SET lease_until = ${until(milliseconds)}
      WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'running'`);
    return changed === 1;
  }

  /**
   * Writes result, certificate and the state of the version that was asked about, in one statement: all or nothing.
   * @returns whether it was written; not where the lease was lost or another run under this attempt was first
   */
  async finish({ certification_id, attempt }: CertificationJob, run: RunResult): Promise<boolean> {
    const changed = await this.#database.$executeRaw(Prisma.sql`/* prepared: certification-finish */
      WITH finished AS (
        UPDATE certifications
        SET status = 'done', lease_until = NULL, finished_at = now(), engine_version = ${run.engineVersion},
            certified = ${run.certified}, phi_c = ${run.phiC}, result = ${run.result}, certificate = ${run.certificate}
        WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'running'
        RETURNING id, circuit_id, version
      )
      UPDATE circuit_versions v
      SET certified = ${run.certified}, phi_c = ${run.phiC}, certified_at = ${run.certifiedAt}, certification_id = finished.id
      FROM finished WHERE v.circuit_id = finished.circuit_id AND v.version = finished.version`);
    return changed === 1;
  }

  /** Gives a run back that was begun and not ended, under the same attempt: the process is leaving, the run is not at fault. */
  async handBack({ certification_id, attempt }: CertificationJob): Promise<void> {
    await this.#database.$executeRaw(Prisma.sql`
      UPDATE certifications SET status = 'queued', lease_until = NULL
      WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'running'`);
  }
}

/** So many milliseconds from now on the database's clock, which all workers share. */
function until(milliseconds: number): Prisma.Sql {
  return Prisma.sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;
}
