import { certifyWith, read } from '@kirchhoff/coherence';
import { examplePrograms } from '@kirchhoff/coherence/testing/conformance-cases';
import { createSolver } from './solver.js';
import type { ClosableSolver } from './solver-over.js';

let solver: ClosableSolver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(async () => solver.close());

test.each(examplePrograms())('$name closes', async ({ source }) => {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certified, errors } = await certifyWith(reading.program, solver);
  expect({ certified, errors }).toEqual({ certified: true, errors: [] });
});
