import { type Certification, type CircuitProgram, nodeDomains } from '@kirchhoff/coherence';
import { openPlaces } from './view/open-places.js';
import { programView } from './view/program-view.js';
import type { CertificationState, ProgramView } from './view/view.js';

/**
 * Draws a circuit with the result of its certification: the domains that are proven or, if it is open, the open places in red with
 * the values of a counterexample.
 *
 * @returns an SVG without scripts and without references
 */
export async function drawCircuit(program: CircuitProgram, certification: Certification): Promise<string> {
  // The layout library takes 50 ms to load, so it is loaded only for drawing.
  const { drawProgram } = await import('./picture/draw-program.js');
  return drawProgram(viewCircuit(program, certification));
}

/** Returns what a picture of a circuit shows: nodes with their domains, edges, regions, and the open places. */
export function viewCircuit(program: CircuitProgram, { certificate, errors }: Certification): ProgramView {
  const standing: CertificationState = certificate === null ? { kind: 'open', places: openPlaces(program, errors) } : { kind: 'certified' };
  return programView(program, nodeDomains(program, certificate ?? undefined), standing);
}
