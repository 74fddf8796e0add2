import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import type { Evidence, GraphProof } from '@kirchhoff/kernel/certificate/format';

/** The evidence for each closure domain: by graph, and in the order of `closureDomains`. */
export interface ProgramEvidence {
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly (readonly Evidence['by'][])[];
  readonly graphs: readonly (readonly Evidence['by'][])[];
}

/** Reads what a certificate says of its closure domains. `undefined` of bytes that are none. It is not checked here. */
export function evidenceOf(certificate: Uint8Array): ProgramEvidence | undefined {
  const decoded = decodeCertificate(certificate);
  if (!('graphs' in decoded)) return undefined;
  return { components: decoded.components.map(kinds), graphs: decoded.graphs.map(kinds) };
}

function kinds({ closure }: GraphProof): readonly Evidence['by'][] {
  return closure.map(({ by }) => by);
}
