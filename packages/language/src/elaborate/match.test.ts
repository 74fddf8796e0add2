import * as fc from 'fast-check';
import { decodeInputs, encodeOutputs } from '../program/boundary.js';
import { evaluate } from '../program/evaluate.js';
import type { Program } from '../program/program.js';
import { read } from '../program/read.js';

const PORTS = `  input tag: enum { a, b, c }
  input n: 0..9
  input deep: (0..4)??
  input flag: bool
  output y: i64
`;

function sourceOf(match: string): string {
  return `circuit c {\n${PORTS}  require tag == .a or n == 0 or deep == none or flag or true\n  y = ${match}\n}\n`;
}

function programOf(match: string): Program {
  const reading = read(sourceOf(match));
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.diagnostics)}\n${match}`);
  return reading.program;
}

interface Inputs {
  readonly tag: string;
  readonly n: number;
  readonly deep: null | { readonly some: number | null };
  readonly flag: boolean;
}

/** Returns the value of `y`, or the result type of a run without outputs. */
function valueOf(program: Program, inputs: Inputs): unknown {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const decoded = decodeInputs(graph, inputs);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const result = evaluate(program, 0, decoded.inputs);
  return result.type === 'outputs' ? Number(encodeOutputs(graph, result.outputs)['y']) : result.type;
}

/** A pattern in the words of the language, and what it says in those of the test. */
interface Said {
  readonly text: string;
  matches(inputs: Inputs): boolean;
  /** Added to the value of the arm. */
  readonly bound?: { readonly text: string; of(inputs: Inputs): number };
}

const anything: Said = { text: '_', matches: () => true };

const onTag = fc.constantFrom('a', 'b', 'c').map((tag): Said => ({ text: `.${tag}`, matches: (inputs) => inputs.tag === tag }));
const onNumber = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })).map(([a, b]): Said => {
  const [lo, hi] = [Math.min(a, b), Math.max(a, b)];
  return { text: lo === hi ? `${lo}` : `${lo}..${hi}`, matches: ({ n }) => lo <= n && n <= hi };
});
const onFlag = fc.boolean().map((flag): Said => ({ text: `${flag}`, matches: (inputs) => inputs.flag === flag }));
const onDeep = fc.oneof(
  fc.constantFrom<Said>(
    { text: 'none', matches: ({ deep }) => deep === null },
    { text: 'some none', matches: ({ deep }) => deep !== null && deep.some === null },
    { text: 'some _', matches: ({ deep }) => deep !== null },
    { text: 'some some _', matches: ({ deep }) => deep !== null && deep.some !== null },
    {
      text: 'some outer',
      matches: ({ deep }) => deep !== null,
      bound: { text: '(outer ?? 70)', of: ({ deep }) => deep?.some ?? 70 },
    },
    {
      text: 'some some inner',
      matches: ({ deep }) => deep !== null && deep.some !== null,
      bound: { text: 'inner', of: ({ deep }) => deep?.some ?? 0 },
    },
  ),
  fc.integer({ min: 0, max: 4 }).map((k): Said => ({ text: `some some ${k}`, matches: ({ deep }) => deep !== null && deep.some === k })),
);

const orAnything = (pattern: fc.Arbitrary<Said>) =>
  fc.oneof({ weight: 3, arbitrary: pattern }, { weight: 1, arbitrary: fc.constant(anything) });
const row = fc.tuple(orAnything(onTag), orAnything(onNumber), orAnything(onDeep), orAnything(onFlag));
/** A condition after the patterns of an arm; an arm without one stands more often. */
const condition = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.integer({ min: 0, max: 9 }).map((k): Said => ({ text: `n * 2 > ${k}`, matches: ({ n }) => n * 2 > k })),
      fc.constant<Said>({ text: 'flag or tag == .b', matches: ({ flag, tag }) => flag || tag === 'b' }),
    ),
  },
);

const EVERY_INPUT: readonly Inputs[] = ['a', 'b', 'c'].flatMap((tag) =>
  Array.from({ length: 10 }, (_, n) => n).flatMap((n) =>
    [null, { some: null }, ...[0, 1, 2, 3, 4].map((some) => ({ some }))].flatMap((deep) =>
      [true, false].map((flag) => ({ tag, n, deep, flag })),
    ),
  ),
);

test('a match on several values gives the value of the first row that matches, for every input', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, condition), { minLength: 1, maxLength: 6 }), (guarded) => {
      const rows = guarded.map(([said, guard]) => (guard === null ? said : [...said, guard]));
      const arms = guarded.map(([said, guard], i) => {
        const bound = said.flatMap((each) => each.bound?.text ?? []);
        const head = `(${said.map(({ text }) => text).join(', ')})${guard === null ? '' : ` if ${guard.text}`}`;
        return `${head} => ${[100 * i, ...bound].join(' + ')}`;
      });
      const program = programOf(`match (tag, n, deep, flag) {\n${arms.join('\n')}\n_ => -1 }`);
      for (const inputs of EVERY_INPUT) {
        const first = rows.findIndex((said) => said.every((each) => each.matches(inputs)));
        const expected = (rows[first] ?? []).reduce((sum, each) => sum + (each.bound?.of(inputs) ?? 0), 100 * first);
        expect(valueOf(program, inputs)).toBe(first === -1 ? -1 : expected);
      }
    }),
    { numRuns: 60 },
  );
});

test('several patterns of one arm are arms of the same value', () => {
  const short = programOf('match n { 0, 2, 5..7 => n * 2, 1, 3..9 => 1 }');
  const long = programOf('match n { 0 => n * 2, 2 => n * 2, 5..7 => n * 2, 1 => 1, 3..9 => 1 }');
  expect(short.hash).toBe(long.hash);
  for (const inputs of EVERY_INPUT) expect(valueOf(short, inputs)).toBe([0, 2, 5, 6, 7].includes(inputs.n) ? inputs.n * 2 : 1);
});

test('what no row matches is uncovered', () => {
  const program = programOf('match (tag, flag) { (.a, true) => 1, (.b, _), (_, false) => 2 }');
  const fails = EVERY_INPUT.filter((inputs) => valueOf(program, inputs) === 'fault');
  expect(fails).toEqual(EVERY_INPUT.filter(({ tag, flag }) => tag === 'c' && flag));
});

test.each([
  ['match (tag, flag) { (.a, _) => 1, (_, true) => 2, (.a, true) => 3, _ => 4 }', ['(.a, true)']],
  ['match (tag, flag) { _ => 1, (.a, true) => 2 }', ['(.a, true)']],
  ['match tag { .a, .b => 1, .b, .c => 2 }', ['.b']],
  ['match (n, flag) { (0..5, true), (5..9, _) => 1, (4, _) => 2, _ => 3 }', []],
])('%s warns of the arms that can never match', (match, expected) => {
  const { warnings } = programOf(match);
  expect(warnings.map(({ code, column, text }) => ({ code, column, text }))).toEqual(
    expected.map((text) => ({ code: 'unreachable-arm', column: 7 + match.lastIndexOf(text), text: text.slice(0, 1) })),
  );
});

test.each([
  ['match (tag, n) { (.a, 1, 2) => 1, _ => 2 }', 'unexpected', '2 values are matched, and here are 3 patterns'],
  ['match (tag, n) { .a => 1, _ => 2 }', 'unexpected', 'expected `(` and a pattern for each value, found `.`'],
  ['match (tag, n) { all_of => 1 }', 'unexpected', 'expected `(` and a pattern for each value, found `all_of`'],
  ['match n { (1) => 1, _ => 2 }', 'unexpected', 'expected a pattern, found `(`'],
  ['match n { 1 | 2 => 1, _ => 2 }', 'unexpected', 'expected `=>` and a value, found `|`'],
  [
    'match deep { some some k, none => 1, _ => 2 }',
    'unknown-name',
    "a pattern among several binds no name, since the others do not have 'k'",
  ],
  ['match (tag, n) { (1, 1) => 1, _ => 2 }', 'kind-mismatch', 'this pattern is for integer, and what is matched is enum { a, b, c }'],
])('%s is refused', (match, code, message) => {
  const reading = read(sourceOf(match));
  expect(reading.ok ? [] : reading.diagnostics).toMatchObject([{ code, message }]);
});

test('what is written out of a match is bounded', () => {
  const nested = (depth: number): string => (depth === 0 ? '1' : `match n { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 => ${nested(depth - 1)} }`);
  const ranges = Array.from({ length: 900 }, (_, i) => `(${i}..${i + 1000}, ${i}..${i + 1000}, ${i}..${2 * i}) => 1`).join('\n');
  const rows = Array.from({ length: 20_000 }, (_, i) => `(${i}, ${i}) => 1`).join('\n');
  for (const match of [nested(100), `match (n, n, n) {\n${ranges}\n_ => 2 }`, `match (n, n) {\n${rows}\n_ => 2 }`]) {
    const reading = read(sourceOf(match));
    expect(reading.ok ? [] : reading.diagnostics.map(({ code }) => code)).toContainEqual(
      expect.stringMatching(/^(too-costly|nested-too-deep)$/),
    );
  }
});
