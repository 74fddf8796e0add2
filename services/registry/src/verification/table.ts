import type { Assurance } from '@kirchhoff/coherence';
import { Prisma } from '@kirchhoff/platform';
import { CIRCUIT_WITH_CURRENT_VERSION, visibleTo } from '../circuits/repository.js';
import type { RunEnd, RunTable } from '../runs/repository.js';

/** The facts that a worker needs to check a certification. */
export interface ToCheck {
  readonly originalHash: string;
  readonly certificate: Uint8Array;
  /** True if a corrected engine has refuted the certification since the request. */
  readonly refuted: boolean;
}

/** The columns of a verification that ended with a result. */
export interface VerificationEnd extends RunEnd {
  readonly verified: boolean;
  readonly currentHash: string;
  readonly phiC: number;
  /** The grade of the checked evidence; null if it is not verified. */
  readonly assurance: Assurance | null;
}

/** Selects the latest certification of a circuit `c` that closed and was not refuted. */
const CLOSED = Prisma.sql`
  SELECT id, hash FROM certifications WHERE circuit_id = c.id AND certified AND refuted_at IS NULL ORDER BY finished_at DESC LIMIT 1`;

/**
 * Verifications: anyone who can see a circuit has its latest closed certification checked against the current version. A
 * verification changes only its own row. A certification that was refuted meanwhile is never recorded as verified: the attempt
 * ends, and the next attempt sees the refutation.
 */
export const VERIFICATIONS: RunTable<ToCheck, VerificationEnd> = {
  kind: 'verification',
  verdict: ({ verified, assurance }) => ({
    outcome: verified ? 'verified' : 'refused',
    assurance: (verified ? assurance : null) ?? 'none',
  }),
  table: Prisma.sql`verifications`,
  id: Prisma.sql`run_id`,
  facts: Prisma.sql`certification_id, original_hash`,
  target: ({ pid, accountId }) => Prisma.sql`
    SELECT v.circuit_id, v.version, closed.id AS certification_id, closed.hash AS original_hash
    FROM ${CIRCUIT_WITH_CURRENT_VERSION} JOIN LATERAL (${CLOSED}) closed ON true
    WHERE c.id = ${pid} AND ${visibleTo(accountId)} AND c.withdrawn_at IS NULL`,
  subject: () => ({
    originalHash: Prisma.sql`run.original_hash`,
    certificate: Prisma.sql`(SELECT certificate FROM certifications WHERE id = run.certification_id)`,
    refuted: Prisma.sql`(SELECT refuted_at IS NOT NULL FROM certifications WHERE id = run.certification_id)`,
  }),
  ending: ({ verified, currentHash, phiC }) => ({
    assignments: Prisma.sql`verified = ${verified}, current_hash = ${currentHash}, phi_c = ${phiC}`,
    condition: Prisma.sql`(NOT ${verified}::boolean OR EXISTS (
      SELECT 1 FROM certifications checked WHERE checked.id = certification_id AND checked.refuted_at IS NULL))`,
  }),
  effects: () => Prisma.sql`, deliveries AS (SELECT NULL AS webhook_id WHERE false)`,
};

/** Selects whether a certification of the circuit has closed. */
export function hasClosed(pid: string): Prisma.Sql {
  return Prisma.sql`SELECT EXISTS (SELECT 1 FROM circuits c JOIN LATERAL (${CLOSED}) closed ON true WHERE c.id = ${pid}) AS closed`;
}
