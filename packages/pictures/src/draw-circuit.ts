import { type Certification, type CircuitProgram, nodeDomains } from '@kirchhoff/coherence';
import { openPlaces } from './view/open-places.js';
import { programView } from './view/program-view.js';
import type { CertificationState } from './view/view.js';

/**
 * Draws a circuit with the result of its certification: the domains that are proven or, if it is open, the open places in red with
 * the values of a counterexample.
 *
 * @returns an SVG without scripts and without references
 */
export async function drawCircuit(program: CircuitProgram, certification: Certification): Promise<string> {
  const { certificate, errors } = certification;
  const standing: CertificationState = certificate === null ? { kind: 'open', places: openPlaces(program, errors) } : { kind: 'certified' };
  // The layout library takes 50 ms to load: only those who draw wait for it.
  const { drawProgram } = await import('./picture/draw-program.js');
  return drawProgram(programView(program, nodeDomains(program, certificate ?? undefined), standing));
}
