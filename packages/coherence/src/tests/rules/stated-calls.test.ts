import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import { inlined } from '@kirchhoff/kernel/graph/inline';
import { certify } from '@kirchhoff/prover/certify';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { programOf } from '../../testing/outcome.js';
import { expectRefuted } from '../../testing/related-programs.js';

const MAX_RUNS = 200;

const SHARES = `component taken(line: (sold: 0..9, back: 0..9, asked: 0..9)) -> 0..9 {
  require line.back <= line.sold
  MIN(line.asked, line.sold - line.back)
}
component paid(line: (sold: 0..9, back: 0..9, asked: 0..9)) -> 0..90 {
  require line.back <= line.sold
  10 * taken(line)
}
`;

const DAYS = `component exists(d: (year: 2_000..2_009, month: 1..12, day: 1..31)) -> bool {
  d.day <= DAYS_IN_MONTH(d.year, d.month)
}
component number(d: (year: 2_000..2_009, month: 1..12, day: 1..31)) -> 10_957..14_609 {
  require exists(d)
  DAYS_FROM_CIVIL(d.year, d.month, d.day)
}
`;

const PAIR = `component gap(a: 0..9, b: 0..9) -> 0..9 {
  require a > 0 or b > 0
  require a <= b or b == 0
  ABS(b - a)
}
`;

/** Calls in every place, with arguments that violate domains and requires in some runs. */
const SOURCES: readonly (readonly [what: string, source: string])[] = [
  [
    'in the body of a loop, and within another component',
    `${SHARES}circuit c {
  input lines: [(sold: 0..9, back: 0..9, asked: 0..9); ..2]
  output o: i64
  o = SUM(map line in lines { paid(line) })
}`,
  ],
  [
    'in a require and in an ensure',
    `${DAYS}circuit c {
  input a: (year: 2_000..2_009, month: 1..12, day: 1..31)
  input b: (year: 2_000..2_009, month: 1..12, day: 1..31)
  output o: i64
  require exists(a)
  require number(a) < number(b)
  o = number(b) - number(a)
  ensure o == number(b) - number(a)
}`,
  ],
  [
    'with two requires and an argument beyond its domain',
    `${PAIR}circuit c {
  input a: 0..11
  input b: 0..9
  output o: i64
  o = if b == 3 { 0 } else { gap(a, b) }
}`,
  ],
];

const STATED = (['kept_with_requires', 'kept_with_contracts'] as const).flatMap((form) =>
  SOURCES.map(([what, source]) => [form, what, source] as const),
);

test.each(STATED)('the graph that states the conditions of calls has the runs of the calls: %s, %s', (form, _, source) => {
  const { core } = programOf(source);
  const [graph] = core.graphs;
  const made = graph && inlined(core, graph, form);
  if (graph === undefined || made === undefined || made === null) throw new Error('no call is inlined');
  expect(made.graph.nodes.filter(({ op }) => op === 'call')).toEqual([]);
  const [before, after] = [runner(core), runner({ ...core, graphs: [made.graph] })];
  const endings = new Set<string>();
  let runs = 0;
  for (const inputs of sampleInputs(
    core,
    graph.parameters.map(({ domain }) => ofDomain(domain)),
  )) {
    if (runs === MAX_RUNS) break;
    runs += 1;
    const [called, stated] = [before({ graph: 0 }, inputs), after({ graph: 0 }, inputs)].map(({ steps: _steps, ...ending }) => ending);
    expect(stated?.type).toBe(called?.type);
    if (called?.type === 'outputs') expect(stated).toEqual(called);
    endings.add(called?.type ?? '');
  }
  expect([...endings].toSorted()).toEqual(expect.arrayContaining(['fault', 'outputs']));
});

test('each call has a place for each of its arguments and requires, unless it is in a component', () => {
  const { core } = programOf(SOURCES[2]?.[1] ?? '');
  const [graph] = core.graphs;
  const made = graph && inlined(core, graph, 'kept_with_requires');
  const call = graph?.nodes.findIndex(({ op }) => op === 'call') ?? -1;
  expect(made?.placesOf[call]?.map((place) => made.graph.nodes[place]?.op)).toEqual(['state', 'state', 'hold', 'hold']);
});

const RESIDUE = `component residue(k: 0..15) -> 0..15 {
  k * k % 16
  ensure result <= 1 or result == 4 or result == 9
}
circuit c {
  input a: 0..1_000_000
  input b: 0..1_000_000
  output o: 0..30
  o = residue(a % 16) + residue(b % 16)
  ensure o != 3
  ensure o != 7
}`;

test('a caller knows the ensures of a component', () => {
  const { certified, errors } = certify(programOf(RESIDUE));
  expect({ certified, errors }).toEqual({ certified: true, errors: [] });
});

test.each([
  ['a sum that is one of theirs', RESIDUE.replace('o != 3', 'o != 5')],
  [
    'an ensure that allows more',
    RESIDUE.replace('k * k % 16', 'k * k % 16 + (if k == 15 { 2 } else { 0 })').replace('result <= 1', 'result <= 3'),
  ],
])('a caller knows no more than the ensures of a component: %s', (_, source) => {
  expectRefuted(source);
});

test('the ensures of a component are no conditions of its calls', () => {
  const { core } = programOf(RESIDUE);
  const [graph] = core.graphs;
  const made = graph && inlined(core, graph, 'kept_with_contracts');
  const places = new Set(made?.placesOf.flat());
  const held = made?.graph.nodes.flatMap((node, id) => (node.op === 'hold' ? [places.has(id)] : []));
  expect(held).toEqual([false, false]);
});

const ADMITTED = `${SHARES}circuit c {
  input lines: [(sold: 0..9, back: 0..9, asked: 0..9); 1..3]
  output o: 0..270
  require all line in lines { line.back <= line.sold }
  o = SUM(map line in lines { paid(line) })
}`;

test.each([
  ['a condition of each element, for a call with the element', ADMITTED],
  [
    'a condition that a component computes, for a call with the same argument',
    `${DAYS}circuit c {
  input a: (year: 2_000..2_009, month: 1..12, day: 1..31)
  output o: 10_957..14_609
  require exists(a)
  o = number(a)
}`,
  ],
  [
    'one of several conditions that a require joins',
    `${DAYS}circuit c {
  input a: (year: 2_000..2_009, month: 1..12, day: 1..31)
  input b: (year: 2_000..2_009, month: 1..12, day: 1..31)
  output o: 10_957..14_609
  require exists(a) and exists(b)
  o = MAX(number(a), number(b))
}`,
  ],
])('a call holds by what a require states: %s', (_, source) => {
  const { certified, errors, assurance } = certify(programOf(source));
  expect({ certified, errors, assurance }).toEqual({ certified: true, errors: [], assurance: 'kernel' });
});

test.each([
  ['a condition of all but the first element', ADMITTED.replace('all line in lines { line', 'all i, line in lines { i == 0 or line')],
  ['a weaker condition', ADMITTED.replace('line.back <= line.sold }', 'line.back <= line.sold + 1 }')],
  [
    'a condition of another argument',
    `${DAYS}circuit c {
  input a: (year: 2_000..2_009, month: 1..12, day: 1..31)
  input b: (year: 2_000..2_009, month: 1..12, day: 1..31)
  output o: 10_957..14_609
  require exists(a)
  o = MAX(number(a), number(b))
}`,
  ],
  [
    'a condition that holds only in one of two cases',
    `${DAYS}circuit c {
  input a: (year: 2_000..2_009, month: 1..12, day: 1..31)
  input b: (year: 2_000..2_009, month: 1..12, day: 1..31)
  output o: 10_957..14_609
  require exists(a) or exists(b)
  o = MAX(number(a), number(b))
}`,
  ],
])('a call without its condition stays open, with a true counterexample: %s', (_, source) => {
  expectRefuted(source);
});
