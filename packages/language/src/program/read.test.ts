import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './program.js';
import { read } from './read.js';

const CONFORMANCE = join(__dirname, '../../../../conformance');

function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

const READABLE = [
  'card_fee',
  'guarded_quotient',
  'span',
  'grey',
  'celsius',
  'income_tax',
  'open_divide',
  'open_unused',
  'open_missing_output',
  'open_overflow',
  'open_ensure',
  'open_match',
  'open_range',
  'open_clock',
];

test.each(READABLE)('the conformance case %s reads without errors or warnings', (name) => {
  const program = programOf(readFileSync(join(CONFORMANCE, `${name}.kir`), 'utf8'));
  expect(program.warnings).toEqual([]);
  expect(program).toMatchObject({ type: 'circuit', name });
});

test('operands have smaller ids than their users, and owned regions than their owners', () => {
  const { core } = programOf(readFileSync(join(CONFORMANCE, 'card_fee.kir'), 'utf8'));
  const [graph] = core.graphs;
  const [share] = core.components;
  expect(graph?.nodes.map((node) => node.op)).toEqual([
    'parameter',
    'parameter',
    'literal',
    'literal',
    'literal',
    'match',
    'call',
    'apply',
  ]);
  expect(graph?.types.map((type) => type.kind)).toEqual(['integer', 'enumeration', ...Array<string>(5).fill('integer'), 'boolean']);
  expect(graph?.regions.map((region) => region.owner)).toEqual([null, null, 5, 5, 5, null]);
  expect(graph?.outputs).toEqual([{ name: 'fee', domain: { kind: 'integer', lo: 0, hi: 10_000_000_000 }, node: 6 }]);
  expect(share?.parameters.map((parameter) => parameter.name)).toEqual(['', '']);
  expect(core.calledComponents).toBe(1);
});

test('the source map names the innermost wire, the component and the contract, each at its place', () => {
  const source = `component half(a: 0..100) -> 0..50 {
  double = a * 2
  double / 4
  ensure result <= a
}
circuit c {
  input x: 0..100
  output y: 0..100
  require x >= 10
  y = if x == 10 {
    inner = x + 1
    inner * 2
  } else { half(x) }
  ensure y <= 100 "small"
}`;
  const { sourceMap, core } = programOf(source);
  const places = (graph: number | 'component') => {
    const map = graph === 'component' ? sourceMap.components[0] : sourceMap.graphs[graph];
    const nodes = graph === 'component' ? core.components[0]?.nodes : core.graphs[graph]?.nodes;
    return nodes?.flatMap((node, id) => {
      const place = map?.nodes[id];
      return node.op === 'literal' || place === undefined ? [] : [`${node.op} ${place.domain} ${place.line}:${place.column}`];
    });
  };
  expect(places(0)).toEqual([
    'parameter x 7:9',
    'apply require x >= 10 9:13',
    'apply y 10:12',
    'apply inner 11:15',
    'apply y 12:11',
    'call y 13:12',
    'select y 10:7',
    'apply small 14:12',
  ]);
  expect(places('component')).toEqual([
    'parameter half.a 1:16',
    'apply half.double 2:14',
    'apply half 3:10',
    'apply ensure result <= a 4:17',
  ]);
  expect(sourceMap.graphs[0]?.outputs).toEqual([{ domain: 'y', line: 10, column: 3, order: null }]);
  expect(sourceMap.components[0]?.ensures).toEqual([{ domain: 'ensure result <= a', line: 4, column: 3 }]);
});

test('an output that nothing produces has no node and the place of its port', () => {
  const { core, sourceMap } = programOf(readFileSync(join(CONFORMANCE, 'open_missing_output.kir'), 'utf8'));
  expect(core.graphs[0]?.outputs[1]).toMatchObject({ name: 'change', node: null });
  expect(sourceMap.graphs[0]?.outputs[1]).toMatchObject({ domain: 'change', line: 4 });
});

test('tags take their type from where they stand: an arm, an output, the other operand, a later use', () => {
  const source = `domain Size = enum { small, large }
component bigger(s: Size) -> bool { s == .large }
circuit c {
  input n: 0..9
  output size: Size
  output big: bool
  output same: bool
  size = if n < 5 { .small } else { .large }
  later = .small
  big = bigger(later)
  same = .large == size
}`;
  const types = programOf(source).core.graphs[0]?.types.filter((type) => type.kind === 'enumeration');
  expect(types?.length).toBeGreaterThan(3);
  for (const type of types ?? []) expect(type).toMatchObject({ tags: ['small', 'large'] });
});

function graphsOf(value: string) {
  return programOf(`circuit c {\n input x: u8\n input a: bool\n input b: bool\n output y: bool\n y = ${value}\n}`).core.graphs;
}

test('`and`, `or` and `implies` wait on the right in operator and in monomer spelling, XOR does not', () => {
  expect(graphsOf('AND(a, b)')).toEqual(graphsOf('a and b'));
  expect(graphsOf('MC_17(a, b)')).toEqual(graphsOf('a or b'));
  expect(graphsOf('IMPLIES(a, b)')).toEqual(graphsOf('a implies b'));
  expect(graphsOf('a and b')[0]?.nodes.at(-1)).toMatchObject({ op: 'shortCircuit', connective: 'and' });
  expect(graphsOf('XOR(a, b)')[0]?.nodes.at(-1)).toMatchObject({ op: 'apply', monomer: 18, operands: [1, 2] });
});

test('`x in lo..hi` is `x >= lo and x <= hi`', () => {
  expect(graphsOf('x in 3..x')).toEqual(graphsOf('x >= 3 and x <= x'));
});

test('a literal argument stands in the node at its position', () => {
  const source = 'circuit c {\n input host: text[..100]\n output y: bool\n y = MATCHES_GLOB(host, "*.example.com")\n}';
  expect(programOf(source).core.graphs[0]?.nodes.at(-1)).toEqual({
    op: 'apply',
    monomer: 95,
    operands: [0],
    literals: [null, '*.example.com'],
  });
});

test('uncalled components follow the called ones, each after those that it calls', () => {
  const source = `component a(x: u8) -> u8 { b(x) }
component b(x: u8) -> u8 { x / 3 }
component c(x: u8) -> u8 { x / 5 }
circuit main {
  input x: u8
  output y: u8
  y = c(x)
}`;
  const { core, sourceMap, hash, proofKey } = programOf(source);
  expect(sourceMap.components.map((component) => component.name)).toEqual(['c', 'b', 'a']);
  expect(core.calledComponents).toBe(1);
  expect(core.components[2]?.nodes).toContainEqual({ op: 'call', component: 1, arguments: [0] });
  expect(proofKey).not.toBe(hash);
});
