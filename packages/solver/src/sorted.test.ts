import { certifyWith, read } from '@kirchhoff/coherence';
import { type ClosableSolver, startSolver } from './index.js';

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

const closes = async (count: number, promise: string): Promise<boolean> => {
  const names = Array.from({ length: count }, (_, index) => `x${index}`);
  const source = `circuit c {
${names.map((name) => `  input ${name}: 0..1_000_000\n`).join('')}  output o: 0..1_000_000
  s = SORT([${names.join(', ')}])
  o = s[0]
  ensure ${promise}
}`;
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certified, warnings } = await certifyWith(reading.program, solver);
  expect(warnings.filter(({ code }) => code === 'engine-fault')).toEqual([]);
  return certified;
};

/** Promises about sorted integers; with the change beside it, each is false for few inputs, which no sample has. */
test.each([
  [2, 's[0] == MIN(x0, x1) and s[1] == MAX(x0, x1)', 's[1] == MAX(x0, x1)', 's[1] != 7 * x0 + 654_321'],
  [3, 's[1] == MAX(MIN(x0, x1), MIN(MAX(x0, x1), x2))', 'MAX(x0, x1), x2', 'MAX(x0, x1), x2 + x2 / 999_999'],
  [4, 's[3] + s[2] >= x0 + x3 and s[0] + s[1] <= x1 + x2', 's[0] + s[1] <= x1 + x2', 's[0] + s[1] <= x1 + x2 - x0 / 1_000_000'],
])('the solver sorts %i integers', async (count, promise, from, to) => {
  expect(promise).toContain(from);
  expect(await closes(count, promise)).toBe(true);
  expect(await closes(count, promise.replace(from, to))).toBe(false);
});
