import type { Certification, CircuitProgram } from '@kirchhoff/coherence';
import { viewCircuit } from './view/view-circuit.js';

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
