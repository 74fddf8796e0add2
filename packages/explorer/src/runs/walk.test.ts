import { certify, decodeInputs, nodeDomains, read, run } from '@kirchhoff/coherence';
import { viewAction, viewCircuit } from '@kirchhoff/pictures';
import { type Finding, failuresOf, type Walk, walkOf } from './walk.js';

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

/** The walk of the decision of an action; it ends at a finding if there is one. */
function walkThroughAction(source: string, category: string, json: object, finding: Finding | null = null): Walk {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error(JSON.stringify(reading));
  const { program } = reading;
  const index = program.policy.categories.indexOf(category);
  const graph = program.core.graphs[index];
  if (graph === undefined) throw new Error('no such action');
  const decoded = decodeInputs(graph, json);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const part = { graph: index };
  const result = run(program.core, part, decoded.inputs, { budget: BUDGET });
  const walked = { program, part, inputs: decoded.inputs, budget: BUDGET, ...failuresOf(program, result, finding) };
  const certification = certify(program);
  return walkOf(walked, viewAction(program, index, certification, nodeDomains(program, certification.certificate ?? undefined)));
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

test('the right side of a connective has its value where it was reached, also in a later round', () => {
  const source = `circuit c {
  input xs: [0..9; ..3]
  output n: 0..3
  n = count x in xs { x > 5 or x + 1 < 2 }
  ensure n >= 0 or n < 3
}`;
  expect(lines(walkThrough(source, { xs: [0, 7, 3] })).filter((line) => / or \S+ = /.test(line))).toEqual([
    'n: false or true = true',
    'n: true or … = true',
    'n: false or false = false',
    'ensure n >= 0 or n < 3: true or … = true',
  ]);
});

test('a default has its value where it was needed', () => {
  const source = 'circuit c {\n  input a: (0..9)?\n  input b: 0..9\n  output c: 0..18\n  c = a ?? b * 2\n}';
  const last = (json: object) => lines(walkThrough(source, json)).at(-1);
  expect(last({ a: null, b: 3 })).toBe('c: none ?? 6 = 6');
  expect(last({ a: 4, b: 3 })).toBe('c: 4 ?? … = 4');
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

const POLICY = `policy payments {
  action "pay.send" (cents: 0..100, known: bool)
  action "pay.back" (cents: 0..50)
  rule small allow on "pay.*" when cents <= 10
  rule trusted allow on "pay.send" when known
  ensure review or deny on "pay.*" when cents > 10 "no large payment"
  ensure deny on "pay.send" when cents > 20 "no very large payment"
  default deny
}`;

test('a decision of a policy goes through the rules and promises of its action', () => {
  const steps = lines(walkThroughAction(POLICY, 'pay.back', { cents: 9 }));
  expect(steps.slice(0, 2)).toEqual(['cents: cents = 9', 'small: 9 <= 10 = true']);
  expect(steps.join()).not.toContain('trusted');
  expect(steps.join()).not.toContain('FAILS');
});

test('a decision ends at the promise of a finding', () => {
  const action = { cents: 30, known: true };
  const first = lines(walkThroughAction(POLICY, 'pay.send', action));
  expect(first.at(-1)).toMatch(/^no large payment .*FAILS$/);
  const second = walkThroughAction(POLICY, 'pay.send', action, { line: 7, domain: 'no very large payment ("pay.send")' });
  expect(lines(second).at(-1)).toMatch(/^no very large payment .*FAILS$/);
  expect(second.steps.at(-1)).toMatchObject({ graph: 'circuit', node: 'ensure1', line: 7 });
});
