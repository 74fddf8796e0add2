import { regionsOf } from '@kirchhoff/kernel/graph/schedule';
import { valueClasses } from '@kirchhoff/kernel/rules/value-classes';
import { programOf } from '../../testing/outcome.js';

/**
 * Returns the number of nodes with one operation, and of their classes. Each expression is in an arm of its own, since the
 * canonical form has equal nodes of one region once.
 */
function classesOf(op: string, ...expressions: readonly string[]): readonly [nodes: number, classes: number] {
  const sum = expressions.map((expression, i) => `(if x > ${i} { ${expression} } else { 0 })`).join(' + ');
  const [graph] = programOf(`circuit c {\n  input x: 0..9\n  input y: 0..9\n  input t: bool\n  output z: i64\n  z = ${sum}\n}`).core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const [classes, regions] = [valueClasses(graph), regionsOf(graph)];
  const own = graph.nodes.flatMap((node, id) => (node.op === op && regions[id] !== graph.body ? [classes[id]] : []));
  return [own.length, new Set(own).size];
}

const MATCH = 'match x { 1 => y, _ => 3 }';

test.each([
  ['one match', [MATCH], [1, 1]],
  ['two equal matches', [MATCH, MATCH], [2, 1]],
  ['equal matches after one with another arm', ['match x { 1 => y, _ => 4 }', MATCH, MATCH], [3, 2]],
  ['matches with other patterns', [MATCH, 'match x { 2 => y, _ => 3 }', MATCH], [3, 2]],
  ['matches with other subjects', [MATCH, 'match y { 1 => y, _ => 3 }'], [2, 2]],
  ['matches with other numbers of arms', [MATCH, 'match x { 1 => y, 2 => 3, _ => 3 }'], [2, 2]],
] as const)('classes of a match: %s', (_, expressions, expected) => {
  expect(classesOf('match', ...expressions)).toEqual(expected);
});

test.each([
  ['equal ones', ['if t { x } else { y }', 'if t { x } else { y }'], [2, 1]],
  ['other results', ['if t { x } else { y }', 'if t { y } else { x }'], [2, 2]],
  ['other conditions', ['if t { x } else { y }', 'if x < 5 { x } else { y }'], [2, 2]],
] as const)('classes of an `if`: %s', (_, expressions, expected) => {
  expect(classesOf('select', ...expressions)).toEqual(expected);
});

test('`and`, `or` and `implies` of the same operands differ', () => {
  const source = `circuit c {
  input t: bool
  input x: 0..9
  output a: bool
  output b: bool
  output c: bool
  output d: bool
  a = t and x < 5
  b = t or x < 5
  c = t implies x < 5
  d = t and x < 5
}`;
  const [graph] = programOf(source).core.graphs;
  const classes = graph === undefined ? [] : graph.outputs.map(({ node }) => valueClasses(graph)[node ?? -1]);
  expect(classes[3]).toBe(classes[0]);
  expect(new Set(classes).size).toBe(3);
});

/** Returns for each output of a program the number of the first output with the same class. */
function alike(body: string): readonly number[] {
  const [graph] = programOf(`circuit c {\n${body}\n}\n`).core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const classes = graph.outputs.map(({ node }) => valueClasses(graph)[node ?? -1]);
  return classes.map((each) => classes.indexOf(each));
}

const LISTS = '  input xs: [0..9; 3]\n  input ys: [0..9; 3]\n  input i: 0..2\n  input j: 0..2\n  input v: 0..9\n';
const READ = (...values: readonly string[]): string =>
  [LISTS, ...values.map((_, k) => `  output o${k}: i64`), ...values.map((value, k) => `  o${k} = ${value}`)].join('\n');

test.each([
  ['an item of a literal list', ['v', '[i, v, j][1]', '[i, v, j][0]'], [0, 0, 2]],
  ['no item at a place that is not literal', ['v', '[v, v, v][i]'], [0, 1]],
  ['the element that SET has put there', ['v', 'SET(xs, 1, v)[1]', 'SET(xs, i, v)[i]', 'SET(xs, i, v)[j]'], [0, 0, 0, 3]],
  ['an element beside it', ['xs[0]', 'SET(xs, 1, v)[0]', 'SET(SET(xs, 1, v), 2, j)[0]', 'SET(xs, 0, v)[0]'], [0, 0, 0, 3]],
  ['no element beside a place that may be the same', ['xs[0]', 'SET(xs, i, v)[0]', 'SET(xs, 0, v)[i]'], [0, 1, 2]],
  ['the part of a pair', ['xs[i]', 'ys[i]', 'ZIP(xs, ys)[i].a', 'ZIP(xs, ys)[i].b', 'ZIP(ys, xs)[j].a'], [0, 1, 0, 1, 4]],
  ['the part of a pair of literal lists', ['v', 'i', 'ZIP([v], [i])[0].a', 'ZIP([v], [i])[0].b'], [0, 1, 0, 1]],
])('classes of elements: %s', (_, values, expected) => {
  expect(alike(READ(...values))).toEqual(expected);
});
