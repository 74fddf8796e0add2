import { APPLIED, EDGE_CIRCUITS } from '../../testing/monomer-circuits.js';
import { formsInPython, holdPythonToReference, runsOf } from '../../testing/python-runs.js';

test('every monomer gives the results and faults of the reference, open, closed and guarded', () => {
  const runs = APPLIED.flatMap((monomer) => runsOf(monomer, 20)).flatMap(({ program, lines }) => formsInPython(program, lines));
  holdPythonToReference(runs);
}, 300_000);

test('every monomer agrees with the reference at its edges, open, closed and guarded', () => {
  holdPythonToReference(EDGE_CIRCUITS.flatMap(({ program, lines }) => formsInPython(program, lines)));
}, 120_000);
