import { STATIC_COST } from '@kirchhoff/kernel/limits';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';

/** Sources for which quadratic work or recursion would exceed the time of a test. */
function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics.slice(0, 3)));
  return reading.program;
}

function nodesOf(source: string): number {
  return programOf(source).core.graphs[0]?.nodes.length ?? 0;
}

function circuit(...lines: readonly string[]): string {
  return `circuit c {\ninput x: u8\ninput b: bool\noutput y: i64\n${lines.join('\n')}\n}`;
}

function times(count: number, line: (i: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, i) => line(i));
}

test('a chain of 100,000 operators', () => {
  expect(nodesOf(circuit(`y = ${times(100_001, () => 'x').join('+')}`))).toBe(100_002);
});

test('30,000 wires, each on the one before', () => {
  expect(nodesOf(circuit('w0=x', ...times(30_000, (i) => `w${i + 1}=w${i}/2`), 'y=w0'))).toBe(30_003);
});

test('30,000 wires side by side', () => {
  expect(nodesOf(circuit(...times(30_000, (i) => `w${i}=x+${i}`), 'y=w0'))).toBe(60_002);
});

test('a chain of `else if`, as long as a source may be', () => {
  const count = 20_000;
  const { core } = programOf(circuit(`y=if b{0}${times(count, (i) => `else if x==${i}{${i}}`).join('')}else{1}`));
  const [graph] = core.graphs;
  expect(graph?.nodes.filter((node) => node.op === 'select')).toHaveLength(count + 1);
  expect(core.graphs[0]?.outputs[0]?.node).toBe((graph?.nodes.length ?? 0) - 1);
});

test('a chain of 50,000 `implies`, each a region within the one before', () => {
  expect(nodesOf(circuit(`t = ${times(50_000, () => 'b').join(' implies ')}`, 'y = 1'))).toBe(50_002);
});

test('a match of 50,000 arms', () => {
  expect(nodesOf(circuit(`y=match x{${times(50_000, (i) => `${i}=>0`).join(',')},_=>1}`))).toBe(50_004);
});

test('100,000 `not` and 100,000 minus signs', () => {
  expect(nodesOf(circuit(`t = ${'not '.repeat(100_000)}b`, `y = ${'-'.repeat(100_000)}x`))).toBe(200_002);
});

test('brackets as deep as they may be, with every operator between them', () => {
  const open = '1 | 2 ^ 3 & 4 << 5 + 6 * -(';
  expect(nodesOf(circuit(`y = ${open.repeat(255)}x${')'.repeat(255)}`))).toBeGreaterThan(255 * 6);
});

test('a chain of 8,000 components, each calling the one before', () => {
  const components = times(8_000, (i) => `component c${i}(a: u8) -> u8 { ${i === 0 ? 'a' : `c${i - 1}(a)`} }`).join('\n');
  const { core, cost } = programOf(`${components}\n${circuit('y = c7999(x)')}`);
  expect(core.components).toHaveLength(8_000);
  expect(cost).toBeLessThan(STATIC_COST);
});

test('a chain of 20,000 domains', () => {
  const domains = times(20_000, (i) => `domain D${i} = ${i === 0 ? 'u8' : `D${i - 1}`}`).join('\n');
  expect(nodesOf(`${domains}\ncircuit c {\ninput x: D19999\noutput y: D19999\ny = x\n}`)).toBe(1);
});

test('an enum of 20,000 tags that 10,000 wires state', () => {
  const tags = times(20_000, (i) => `t${i}`).join(',');
  const source = `domain E = enum { ${tags} }\ncircuit c {\ninput e: E\noutput y: bool\n${times(10_000, (i) => `w${i}: E = .t${i}`).join('\n')}\ny = e == w0\n}`;
  expect(nodesOf(source)).toBe(20_002);
});

test('20,000 entropy sources', () => {
  expect(nodesOf(circuit(...times(20_000, (i) => `w${i}=NOW()+${i}`), 'y=w0'))).toBe(60_002);
});

test('20,000 errors: a hundred are said', () => {
  const reading = read(circuit(...times(20_000, (i) => `w${i}=zz${i}+b`), 'y=1'));
  expect(reading.ok).toBe(false);
  if (!reading.ok) expect(reading.diagnostics).toHaveLength(100);
});
