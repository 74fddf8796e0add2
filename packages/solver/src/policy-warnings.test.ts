import { certify, certifyWith, read } from '@kirchhoff/coherence';
import { type ClosableSolver, startSolver } from './index.js';

let solver: ClosableSolver;
beforeAll(async () => {
  solver = await startSolver();
});
afterAll(async () => solver.close());

const policyOf = (condition: string) => {
  const reading = read(`policy squares {
  action "pay" (a: 0..1_000, b: 0..1_000)
  rule rare deny on "pay" when ${condition}
  rule every allow on "pay" when a >= 0
}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
};

it('proves with the solver that a rule never applies', async () => {
  // A square leaves the rest 0 or 1 by 4.
  const never = policyOf('(a * a) % 4 == 2');
  expect(certify(never).warnings).toEqual([]);
  const { certified, warnings } = await certifyWith(never, solver);
  expect(certified).toBe(true);
  expect(warnings.map(({ code, text }) => [code, text])).toEqual([['rule-never-applies', 'rare']]);
});

it('gives no warning where one action meets the condition', async () => {
  const { certified, warnings } = await certifyWith(policyOf('a * a + b * b == 470_889 and a > b'), solver);
  expect([certified, warnings]).toEqual([true, []]);
});
