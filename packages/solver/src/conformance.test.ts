import { certifyWith, check, checkWith, read } from '@kirchhoff/coherence';
import { conformanceCases } from '@kirchhoff/coherence/testing/conformance-cases';
import { createSolver } from './solver.js';
import type { ClosableSolver } from './solver-over.js';

/** Every conformance case with all three layers of the engine. */

let solver: ClosableSolver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(async () => solver.close());

test.each(conformanceCases())('$name is $expect', async ({ source, expect: expected }) => {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certified, certificate } = await certifyWith(reading.program, solver);
  expect(certified ? 'closed' : 'open').toBe(expected);
  if (certificate !== null) expect(await checkWith(reading.program, certificate, solver)).toMatchObject({ valid: true });
});

/** Two exclusive ors: only a solver sees that the second takes back the first. */
const MASKED =
  'circuit masked {\n  input a: 0..65_535\n  input b: 0..65_535\n  output c: 0..65_535\n  c = (a ^ b) ^ b\n  ensure c == a\n}\n';

test('what rests on a solver is not believed without one, nor with another query', async () => {
  const reading = read(MASKED);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certificate } = await certifyWith(reading.program, solver);
  if (certificate === null) throw new Error('open');
  expect(check(reading.program, certificate)).toMatchObject({ valid: false });
  for (const other of [
    { ...solver, name: 'z4' },
    { ...solver, version: '0' },
  ]) {
    expect(await checkWith(reading.program, certificate, other)).toMatchObject({ valid: false });
  }
  const doubtful = { ...solver, solve: () => Promise.resolve({ verdict: 'unknown', steps: 1 } as const) };
  expect(await checkWith(reading.program, certificate, doubtful)).toMatchObject({ valid: false });
});
