import type { Graph, Node } from '@kirchhoff/kernel/graph/graph';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { NONE } from '@kirchhoff/kernel/values/value';
import { read } from '../program/read.js';
import { describe as describeType } from './type-term.js';

const PORTS = `circuit c {
  input n: 0..30
  input flag: bool
  input t: text[..8]
  input raw: bytes[..32]
  input xs: [0..99; ..16]
  input rows: [(kind: enum { a, b }, weight: 0..100); ..16]
  input maybe: (0..9)?
  input twice: (0..9)??
  output y: bool
  y = flag
`;

function graphOf(...wires: readonly string[]): Graph {
  const reading = read(`${PORTS}${wires.join('\n')}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const [graph] = reading.program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  return graph;
}

/** The type of a wire, which is the node that the ensure compares. */
function typeOf(expression: string): string {
  const graph = graphOf(`w = ${expression}`, 'ensure w == w');
  const result = graph.regions[graph.ensures[0] ?? -1]?.result ?? -1;
  const compared = graph.nodes[result];
  const type: Type | undefined = compared?.op === 'apply' ? graph.types[compared.operands[0] ?? -1] : undefined;
  return type === undefined ? 'none' : describeType(type);
}

test.each([
  ['x"00ff"', 'bytes'],
  ['[1, n]', 'list of integer'],
  ['[[flag], []]', 'list of list of bool'],
  ['(b: 1, a: flag)', 'record (a: bool, b: integer)'],
  ['some n', 'option of integer'],
  ['some some n', 'option of option of integer'],
  ['if flag { none } else { some t }', 'option of text'],
  ['[none, some [none, some 1]]', 'list of option of list of option'],
  ['xs[0]', 'integer'],
  ['raw[0]', 'integer'],
  ['rows[n]', 'record (kind: enum { a, b }, weight: integer)'],
  ['rows[n].kind', 'enum { a, b }'],
  ['(r: (f: flag)).r.f', 'bool'],
  ['maybe ?? 3', 'integer'],
  ['twice ?? none', 'option of integer'],
  ['none ?? maybe ?? some 3 ?? 4', 'integer'],
  ['UNWRAP_OR(maybe, n)', 'integer'],
  ['GET_OR(xs, n, 1)', 'integer'],
  ['t ++ t', 'text'],
  ['raw ++ x""', 'bytes'],
  ['[] ++ xs', 'list of integer'],
  ['n in xs', 'bool'],
  ['n in raw', 'bool'],
  ['some n in [maybe]', 'bool'],
  ['map x in xs { x > 3 }', 'list of bool'],
  ['map x in raw { x }', 'list of integer'],
  ['map i in 1..n { [i] }', 'list of list of integer'],
  ['filter x in xs { x > 3 }', 'list of integer'],
  ['filter x in raw { x > 3 }', 'bytes'],
  ['filter i in 1..n { i > 3 }', 'list of integer'],
  ['filter r in rows { r.kind == .a }', 'list of record (kind: enum { a, b }, weight: integer)'],
  ['any x in xs { x > 3 }', 'bool'],
  ['all x in raw { x > 3 }', 'bool'],
  ['count i in 1..n { i > 3 }', 'integer'],
  ['fold s = 0 for x in xs { s + x }', 'integer'],
  ['fold s = [] for x in xs { s ++ [x] }', 'list of integer'],
  ['fold s: (0..9)? = none for x in xs { match s { none => some 1, some v => some v } }', 'option of integer'],
  ['fold s = none for i in 1..3 { match s { none => some (f: 1), some r => some (f: r.f + 1) } }', 'option of record (f: integer)'],
  ['match raw { x"00" => 1, _ => 2 }', 'integer'],
  ['match twice { none => 0, some none => 1, some some v => v }', 'integer'],
  ['match maybe { none => .a, some 1..3 => .b, some v => if v > 5 { .a } else { rows[v].kind } }', 'enum { a, b }'],
])('%s is %s', (expression, kind) => {
  expect(typeOf(expression)).toBe(kind);
});

function only<Op extends Node['op']>(graph: Graph, op: Op): Extract<Node, { op: Op }> {
  const found = graph.nodes.filter((node): node is Extract<Node, { op: Op }> => node.op === op);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} nodes of ${op}`);
  return first;
}

function boundIn(graph: Graph, region: number): readonly string[] {
  return (graph.regions[region]?.nodes ?? []).flatMap((id) => {
    const node = graph.nodes[id];
    return node?.op === 'bound' && node.region === region ? [`${node.index}: ${describeType(graph.types[id] ?? { kind: 'text' })}`] : [];
  });
}

test('the body of a fold binds the accumulator at 0 and the element at 1, in its own region, also where an inner region reads them', () => {
  const graph = graphOf('w = fold s: 0..900 = 0 for r in rows { if flag { MIN(s + r.weight, 900) } else { s } }');
  const fold = only(graph, 'fold');
  expect(boundIn(graph, fold.body)).toEqual(['0: integer', '1: record (kind: enum { a, b }, weight: integer)']);
  expect(fold.domain).toEqual({ kind: 'integer', lo: 0, hi: 900 });
});

test('what a body does not read is not bound', () => {
  const graph = graphOf('w = map x in xs { 1 }');
  expect(boundIn(graph, only(graph, 'loop').body)).toEqual([]);
});

test('the arm of `some some v` binds at 0 the content below the last `some`', () => {
  const graph = graphOf('w = match twice { some some v => v, _ => 0 }');
  const { arms } = only(graph, 'match');
  expect(arms.map((arm) => arm.pattern)).toEqual([
    { pattern: 'some', inner: { pattern: 'some', inner: { pattern: 'any' } } },
    { pattern: 'any' },
  ]);
  expect(arms.map((arm) => boundIn(graph, arm.region))).toEqual([['0: integer'], []]);
});

test('a loop over a range has the bounds as operands', () => {
  const { source, loop } = only(graphOf('w = count i in 1..n { i > 3 }'), 'loop');
  expect(loop).toBe('count');
  expect(source.over).toBe('range');
});

test('`none` is a literal, the fields of a record stand by name, and a default has a region of its own', () => {
  const graph = graphOf('w = (z: flag, a: none ?? n)');
  expect(graph.nodes).toContainEqual({ op: 'literal', value: NONE });
  expect(only(graph, 'record').fields.map((field) => field.name)).toEqual(['a', 'z']);
  const { otherwise } = only(graph, 'unwrapOr');
  expect(graph.regions[otherwise]?.result).toBe(graph.nodes.findIndex((node) => node.op === 'parameter' && node.index === 0));
});

test('the nodes of a body belong to the wire that the loop stands in, and to the wires within it', () => {
  const reading = read(`${PORTS}total = fold s: 0..900 = 0 for x in xs {\n  step = s + x\n  MIN(step, 900)\n}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { core, sourceMap } = reading.program;
  const names = (core.graphs[0]?.nodes ?? []).flatMap((node, id) => {
    const shown = node.op === 'apply' || node.op === 'bound' || node.op === 'fold';
    return shown ? [`${node.op} ${sourceMap.graphs[0]?.nodes[id]?.domain}:${sourceMap.graphs[0]?.nodes[id]?.line}`] : [];
  });
  expect(names.toSorted()).toEqual(['apply step:13', 'apply total:14', 'bound total:12', 'bound total:12', 'fold total:12']);
});
