import type { Assurance } from '@kirchhoff/coherence';
import { auditInsert, type Change, Prisma } from '@kirchhoff/platform';
import { CIRCUIT_WITH_CURRENT_VERSION } from '../circuits/repository.js';
import { deliveryInsert, type IdentifiedEvent } from '../events/outbox.js';
import type { RunEnd, RunTable } from '../runs/repository.js';

/** The facts that a worker needs to prove a version. */
export interface ToProve {
  readonly hash: string;
  /** The certificate of an earlier run with the same proof key and engine; `null` if there is none. */
  readonly reuse: Uint8Array | null;
}

/** The columns of a certification that ended with a result. */
export interface CertificationEnd extends RunEnd {
  readonly certified: boolean;
  readonly phiC: number;
  /** Null for an open circuit. */
  readonly assurance: Assurance | null;
  /** The time of the certification; null for an open circuit. */
  readonly certifiedAt: Date | null;
  readonly certificate: Uint8Array<ArrayBuffer> | null;
  /** The audit record of the decision. */
  readonly change: Change;
  /** The event for the account's webhooks: the version was certified, or lost its certification. */
  readonly event: IdentifiedEvent;
}

/**
 * Certifications: the owner has the current version proven. `finish` writes the state of the version and of its circuit, the
 * audit record and the deliveries. The version's row is locked before its state is read: of two runs that end together, the
 * second sees the writes of the first.
 */
export const CERTIFICATIONS: RunTable<ToProve, CertificationEnd> = {
  kind: 'certification',
  verdict: ({ certified, assurance }) => ({ outcome: certified ? 'closed' : 'open', assurance: assurance ?? 'none' }),
  table: Prisma.sql`certifications`,
  id: Prisma.sql`id`,
  facts: Prisma.sql`hash, proof_key`,
  target: ({ pid, accountId }) => Prisma.sql`
    SELECT v.circuit_id, v.version, v.hash, v.proof_key FROM ${CIRCUIT_WITH_CURRENT_VERSION}
    WHERE c.id = ${pid} AND c.account_id = ${accountId} AND c.withdrawn_at IS NULL`,
  subject: (engineVersion) => ({
    hash: Prisma.sql`run.hash`,
    reuse: Prisma.sql`(
      SELECT proven.certificate FROM certifications proven
      WHERE proven.proof_key = run.proof_key AND proven.engine_version = ${engineVersion} AND proven.certified
        AND proven.refuted_at IS NULL
      LIMIT 1
    )`,
  }),
  ending: ({ certified, phiC, certificate }) => ({
    assignments: Prisma.sql`certified = ${certified}, phi_c = ${phiC}, certificate = ${certificate}`,
    condition: Prisma.sql`true`,
  }),
  effects: ({ certified, phiC, assurance, certifiedAt, change, event }) => Prisma.sql`, previous AS (
      SELECT finished.*, v.certified AS was_certified
      FROM circuit_versions v JOIN finished ON v.circuit_id = finished.circuit_id AND v.version = finished.version
      FOR UPDATE OF v
    ), updated_version AS (
      UPDATE circuit_versions v
      SET certified = ${certified}, phi_c = ${phiC}, assurance = ${assurance}::assurance, certified_at = ${certifiedAt}, certification_id = previous.id
      FROM previous WHERE v.circuit_id = previous.circuit_id AND v.version = previous.version
      RETURNING previous.circuit_id, previous.version, previous.was_certified
    ), updated_circuit AS (
      UPDATE circuits c
      SET certified = CASE WHEN c.current_version = updated_version.version THEN ${certified} ELSE c.certified END,
          assurance = CASE WHEN c.current_version = updated_version.version THEN ${assurance}::assurance ELSE c.assurance END,
          revision = c.revision + 1
      FROM updated_version WHERE c.id = updated_version.circuit_id
    ), audit AS (${auditInsert(change, Prisma.sql`EXISTS (SELECT 1 FROM updated_version)`)}
    ), deliveries AS (${deliveryInsert(event, Prisma.sql`EXISTS (SELECT 1 FROM updated_version WHERE ${certified} OR updated_version.was_certified)`)})`,
};
