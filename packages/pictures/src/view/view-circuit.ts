import { type Certification, type CircuitProgram, nodeDomains } from '@kirchhoff/coherence';
import { openPlaces } from './open-places.js';
import { programView } from './program-view.js';
import type { CertificationState, ProgramView } from './view.js';

/** Returns what a picture of a circuit shows: nodes with their domains, edges, regions, and the open places. */
export function viewCircuit(program: CircuitProgram, { certificate, errors }: Certification): ProgramView {
  const standing: CertificationState = certificate === null ? { kind: 'open', places: openPlaces(program, errors) } : { kind: 'certified' };
  return programView(program, nodeDomains(program, certificate ?? undefined), standing);
}
