import type { Certification } from '@kirchhoff/coherence';

/** The facts of a certification that only the registry knows. */
export interface ResultContext {
  readonly pid: string;
  readonly certificationId: string;
  readonly certifiedAt: Date;
}

/**
 * Encodes the answer of certify: result 2.4 of the specification for a closed circuit, 2.5 for an open one, with the additions of
 * the HTTP contract. The bytes are made once and stored.
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
