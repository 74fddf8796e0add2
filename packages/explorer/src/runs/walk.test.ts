import { certify, decodeInputs, read, run } from '@kirchhoff/coherence';
import { viewCircuit } from '@kirchhoff/pictures';
import { type Walk, walkOf } from './walk.js';

const BUDGET = 1_000_000;

/** The walk of a run that ends at the failure of this index, in the order of the run; the first by default. */
function walkThrough(source: string, json: object, failure = 0): Walk {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error(JSON.stringify(reading));
  const { program } = reading;
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const decoded = decodeInputs(graph, json);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const part = { graph: 0 };
  const result = run(program.core, part, decoded.inputs, { budget: BUDGET });
  const faults = result.type === 'fault' ? [result.fault, ...result.others] : [];
  const walked = { program, part, inputs: decoded.inputs, budget: BUDGET, faults, fault: faults[failure] ?? null };
  return walkOf(walked, viewCircuit(program, certify(program)));
}

/** Each step in a line: `[component] wire: operation = value`. */
function lines({ steps }: Walk): readonly string[] {
  return steps.map(
    ({ component, wire, text, value }) => `${component === null ? '' : `[${component}] `}${wire}: ${text} = ${value ?? 'FAILS'}`,
  );
}

const TWO_PROMISES = `circuit two {
  input a: 0..9
  output b: 0..20
  b = a * 2
  ensure b + 1 < 10 "first"
  ensure b + 2 < 12 "second"
}`;

test('a run that succeeds ends with its last value', () => {
  expect(lines(walkThrough(TWO_PROMISES, { a: 1 }))).toEqual([
    'a: a = 1',
    'b: 1 * 2 = 2',
    'first: 2 + 1 = 3',
    'first: 3 < 10 = true',
    'second: 2 + 2 = 4',
    'second: 4 < 12 = true',
  ]);
});

test('a walk ends at the promise that fails, although the run goes on', () => {
  expect(lines(walkThrough(TWO_PROMISES, { a: 9 }))).toEqual(['a: a = 9', 'b: 9 * 2 = 18', 'first: 18 + 1 = 19', 'first: 19 < 10 = FAILS']);
});

test('the finding of another promise is the end of another walk', () => {
  expect(lines(walkThrough(TWO_PROMISES, { a: 9 }, 1)).slice(2)).toEqual([
    'first: 18 + 1 = 19',
    'first: 19 < 10 = false',
    'second: 18 + 2 = 20',
    'second: 20 < 12 = FAILS',
  ]);
});

test('an output outside of its domain ends before the promises', () => {
  const walk = walkThrough('circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = a * 2\n  ensure a + 0 == a\n}', { a: 8 });
  expect(lines(walk)).toEqual(['a: a = 8', 'b: 8 * 2 = 16', 'b: 16 = FAILS']);
  expect(walk.steps.at(-1)).toMatchObject({ node: 'output0', line: 4 });
});

test('an operation without a value is the last step, with its operands', () => {
  const walk = walkThrough('circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = 9 / (a - 3)\n}', { a: 3 });
  expect(lines(walk)).toEqual(['a: a = 3', 'b: 3 - 3 = 0', 'b: 9 / 0 = FAILS']);
});

test('a component that fails inside of a promise ends the walk there, although a later promise calls it again', () => {
  // The promises are evaluated in canonical order: that on `b` first.
  const source = `component inverse(x: 0..9) -> bool { 9 / x >= 1 }
circuit c {
  input a: 0..9
  output b: 0..9
  output d: 0..9
  b = a
  d = 9 - a
  ensure inverse(b)
  ensure inverse(d)
}`;
  const inside = (a: number): readonly string[] => lines(walkThrough(source, { a })).filter((line) => line.startsWith('[inverse]'));
  expect(inside(0)).toEqual(['[inverse] x: x = 0', '[inverse] result: 9 / 0 = FAILS']);
  expect(inside(9)).toEqual([
    '[inverse] x: x = 9',
    '[inverse] result: 9 / 9 = 1',
    '[inverse] result: 1 >= 1 = true',
    '[inverse] x: x = 0',
    '[inverse] result: 9 / 0 = FAILS',
  ]);
});

test('rounds of nested loops are counted anew in each outer round', () => {
  const source = `circuit c {
  input rows: [[0..9; ..3]; ..3]
  output sum: 0..81
  sum = fold total = 0 for row in rows { total + SUM(map x in row { x * 1 }) }
}`;
  const { steps } = walkThrough(source, { rows: [[1, 2], [3]] });
  const inner = steps.filter(({ rounds }) => rounds.length === 2).map(({ rounds }) => rounds.join('.'));
  expect([...new Set(inner)]).toEqual(['1.1', '1.2', '2.1']);
});

test('a long run has its first and its last steps', () => {
  const source = `circuit c {
  input xs: [0..9; 1..1_000]
  output last: 0..9
  last = 9 / (fold t = 0 for x in xs { (t + x) % 10 })
}`;
  const { steps, omitted, resumes } = walkThrough(source, { xs: Array.from({ length: 1_000 }, (_, index) => index % 10) });
  expect(omitted).toBeGreaterThan(1_000);
  expect(resumes).toBe(200);
  expect(steps.length).toBeLessThan(1_500);
  expect(steps.at(-2)?.rounds).toEqual([]);
  expect(steps.at(-1)).toMatchObject({ value: null, text: '9 / 0' });
  expect(steps[resumes]?.rounds[0]).toBeGreaterThan(100);
});
