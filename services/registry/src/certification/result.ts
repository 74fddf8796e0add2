import type { Certification } from '@kirchhoff/coherence';

/** What only the registry knows of a certification. */
export interface ResultContext {
  readonly pid: string;
  readonly certificationId: string;
  readonly certifiedAt: Date;
}

/**
 * The bytes that certify answers with, made once and kept: result 2.4 of the specification where the circuit closed,
 * 2.5 where it did not, and what the HTTP contract adds to both.
 */
export function resultBytes(certification: Certification, context: ResultContext): Uint8Array<ArrayBuffer> {
  const additions = {
    certification_id: context.certificationId,
    worst_case_cost: certification.worst_case_cost,
    closure_domains: certification.closure_domains,
    warnings: certification.warnings,
  };
  const result = certification.certified
    ? {
        pid: context.pid,
        certified: true,
        phi_c: certification.phi_c,
        assurance: certification.assurance,
        tce_metrics: certification.tce_metrics,
        hash: certification.hash,
        certified_at: context.certifiedAt,
        ...additions,
      }
    : { pid: context.pid, certified: false, phi_c: certification.phi_c, errors: certification.errors, ...additions };
  return new Uint8Array(Buffer.from(JSON.stringify(result), 'utf8'));
}
