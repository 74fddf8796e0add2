import type { Assurance } from '@kirchhoff/coherence';
import { auditInsert, type Change, type Database, type FrozenPin, frozenPins, Prisma, runPrepared } from '@kirchhoff/platform';
import type { DeliveryJob } from '../events/delivery-job.js';
import type { IdentifiedEvent } from '../events/event.js';
import { deliveryInsert } from '../events/outbox.js';
import type { CertificationJob } from './job.js';

/** What a worker that holds the lease has to know. */
export interface LeasedRun {
  readonly pid: string;
  readonly version: number;
  readonly hash: string;
  /** Who asked for it, by which key and request. */
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string | null;
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
  /** Null for an open circuit. */
  readonly assurance: Assurance | null;
  /** When it closed; null for an open circuit. */
  readonly certifiedAt: Date | null;
  readonly result: Uint8Array<ArrayBuffer>;
  readonly certificate: Uint8Array<ArrayBuffer> | null;
  /** The record that is kept of it. */
  readonly change: Change;
  /** What the account's webhooks are told: that it closed, or, where the version was certified before, that it is no longer. */
  readonly event: IdentifiedEvent;
}

interface LeasedRow {
  readonly circuit_id: string;
  readonly version: number;
  readonly hash: string;
  readonly account_id: string;
  readonly api_key_id: string;
  readonly request_id: string | null;
  readonly source: string;
  readonly pinned: readonly FrozenPin[];
  readonly reuse: Uint8Array | null;
}

type FinishedRow = DeliveryJob | { readonly webhook_id: null };

const FROZEN_PINS = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = leased.circuit_id AND p.version = leased.version`);

/** The worker's side of the table. Every write names the attempt that it belongs to, and changes nothing for another. */
export class RunRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes the lease of a run that waits. Undefined where it does not wait (any more) under this attempt.
   *
   * The lease is not waited for until it is on the disk: where a crash of Postgres forgets it the run waits again under
   * the same attempt, and whichever of two workers ends first writes the one result.
   */
  async lease(
    { certification_id, attempt }: CertificationJob,
    engineVersion: string,
    milliseconds: number,
  ): Promise<LeasedRun | undefined> {
    const [row] = await runPrepared<LeasedRow>(
      this.#database,
      Prisma.sql`/* prepared: certification-lease */
      WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)), leased AS (
        UPDATE certifications SET status = 'running', lease_until = ${until(milliseconds)}, started_at = coalesce(started_at, now())
        WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'queued' AND EXISTS (SELECT 1 FROM quick)
        RETURNING circuit_id, version, hash, proof_key, account_id, api_key_id, request_id
      )
      SELECT leased.circuit_id, leased.version, leased.hash, leased.account_id, leased.api_key_id, leased.request_id, v.source, ${FROZEN_PINS} AS pinned, (
        SELECT proven.certificate FROM certifications proven
        WHERE proven.proof_key = leased.proof_key AND proven.engine_version = ${engineVersion} AND proven.certified
          AND proven.refuted_at IS NULL
        LIMIT 1
      ) AS reuse
      FROM leased JOIN circuit_versions v ON v.circuit_id = leased.circuit_id AND v.version = leased.version`,
    );
    if (row === undefined) return undefined;
    const { circuit_id: pid, account_id: accountId, api_key_id: keyId, request_id: requestId, reuse, ...rest } = row;
    return { pid, accountId, keyId, requestId, ...rest, reuse: reuse ?? undefined };
  }

  /** Holds the lease for longer. False where it was lost. */
  async renew({ certification_id, attempt }: CertificationJob, milliseconds: number): Promise<boolean> {
    const changed = await this.#database.$executeRaw(Prisma.sql`
      UPDATE certifications SET lease_until = ${until(milliseconds)}
      WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'running'`);
    return changed === 1;
  }

  /**
   * Writes result and certificate, the state of the version that was asked about and of its circuit, the record and
   * the deliveries, in one statement: all or nothing. The version's row is locked before its state is read, so that of
   * two runs that end at once the second sees what the first wrote.
   * @returns the deliveries; undefined where nothing was written: the lease was lost, or another run was first
   */
  async finish({ certification_id, attempt }: CertificationJob, run: RunResult): Promise<readonly DeliveryJob[] | undefined> {
    const tells = Prisma.sql`EXISTS (SELECT 1 FROM decided WHERE ${run.certified} OR decided.was_certified)`;
    const rows = await runPrepared<FinishedRow>(
      this.#database,
      Prisma.sql`/* prepared: certification-finish */
      WITH finished AS (
        UPDATE certifications
        SET status = 'done', lease_until = NULL, finished_at = now(), engine_version = ${run.engineVersion},
            certified = ${run.certified}, phi_c = ${run.phiC}, result = ${run.result}, certificate = ${run.certificate}
        WHERE id = ${certification_id} AND attempt = ${attempt} AND status = 'running'
        RETURNING id, circuit_id, version
      ), before AS (
        SELECT finished.*, v.certified AS was_certified
        FROM circuit_versions v JOIN finished ON v.circuit_id = finished.circuit_id AND v.version = finished.version
        FOR UPDATE OF v
      ), decided AS (
        UPDATE circuit_versions v
        SET certified = ${run.certified}, phi_c = ${run.phiC}, assurance = ${run.assurance}::assurance, certified_at = ${run.certifiedAt}, certification_id = before.id
        FROM before WHERE v.circuit_id = before.circuit_id AND v.version = before.version
        RETURNING before.circuit_id, before.version, before.was_certified
      ), shown AS (
        UPDATE circuits c
        SET certified = CASE WHEN c.current_version = decided.version THEN ${run.certified} ELSE c.certified END,
            assurance = CASE WHEN c.current_version = decided.version THEN ${run.assurance}::assurance ELSE c.assurance END,
            revision = c.revision + 1
        FROM decided WHERE c.id = decided.circuit_id
      ), audited AS (${auditInsert(run.change, Prisma.sql`EXISTS (SELECT 1 FROM decided)`)}
      ), told AS (${deliveryInsert(run.event, tells)})
      SELECT told.* FROM decided LEFT JOIN told ON true`,
    );
    if (rows.length === 0) return undefined;
    return rows.flatMap((row) => (row.webhook_id === null ? [] : [row]));
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
