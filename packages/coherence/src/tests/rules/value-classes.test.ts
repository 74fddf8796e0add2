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
