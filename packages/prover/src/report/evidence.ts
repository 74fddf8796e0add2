import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import type { Evidence, GraphProof } from '@kirchhoff/kernel/certificate/format';

/** The evidence for each closure domain: by graph, and in the order of `closureDomains`. */
export interface ProgramEvidence {
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly (readonly Evidence['by'][])[];
  readonly graphs: readonly (readonly Evidence['by'][])[];
}

/**
 * Reads the evidence for the closure domains from a certificate; `undefined` if the bytes are no certificate. The certificate is
 * not checked here.
 */
export function evidenceOf(certificate: Uint8Array): ProgramEvidence | undefined {
  const decoded = decodeCertificate(certificate);
  if (!('graphs' in decoded)) return undefined;
  return { components: decoded.components.map(kinds), graphs: decoded.graphs.map(kinds) };
}

function kinds({ closure }: GraphProof): readonly Evidence['by'][] {
  return closure.map(({ by }) => by);
}
