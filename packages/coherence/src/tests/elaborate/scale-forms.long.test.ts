import { LIST_LENGTH, TYPE_NESTING } from '@kirchhoff/kernel/limits';
import { read } from '@kirchhoff/language/program/read';

/** Forms for which quadratic work, exponential types or recursion would exceed the time and memory of a test. */
function circuit(...lines: readonly string[]): string {
  return `circuit c {\ninput x: u8\ninput b: bool\noutput y: i64\n${lines.join('\n')}\n}`;
}

function times(count: number, line: (i: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, i) => line(i));
}

function nodesOf(source: string): number {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics.slice(0, 3)));
  return reading.program.core.graphs[0]?.nodes.length ?? 0;
}

function codesOf(source: string): readonly string[] {
  const reading = read(source);
  return reading.ok ? [] : reading.diagnostics.map((each) => `${each.code} ${each.line}`);
}

test('a list of as many elements as a list may have, and of one more', () => {
  expect(nodesOf(circuit(`t = [${times(LIST_LENGTH, () => 'x').join()}]`, 'y = 1'))).toBe(4);
  expect(codesOf(circuit(`t = [${times(LIST_LENGTH + 1, () => 'x').join()}]`, 'y = 1'))).toEqual(['list-too-long 5']);
});

test('a list of 15,000 records', () => {
  const records = times(15_000, (i) => `(a: ${i}, b: .t, c: none)`).join();
  expect(nodesOf(`domain R = [(a: i64, b: enum { t }, c: bool?); 15_000]\n${circuit(`t: R = [${records}]`, 'y = 1')}`)).toBe(30_006);
});

test('a record of 40,000 fields, and 10,000 reads of one of 10,000', () => {
  expect(nodesOf(circuit(`t = (${times(40_000, (i) => `f${i}: x`).join()})`, 'y = t.f39999'))).toBe(4);
  const reads = times(10_000, (i) => `w${i}=t.f${i}`);
  expect(nodesOf(circuit(`t = (${times(10_000, (i) => `f${i}: x`).join()})`, ...reads, 'y = w9'))).toBe(10_003);
});

test('a chain of 50,000 `??`, each a region within the one before', () => {
  expect(nodesOf(circuit(`y = ${'none ?? '.repeat(50_000)}x`))).toBe(100_002);
});

test('a match of 20,000 arms that bind what they match', () => {
  expect(nodesOf(circuit('o = some x', `y = match o { ${times(20_000, () => 'some q => q').join()}, none => 1 }`))).toBe(20_005);
});

test('10,000 loops side by side', () => {
  expect(nodesOf(circuit('t = [x]', ...times(10_000, (i) => `w${i}=map i in t{i+${i}}`), 'y = 1'))).toBe(4 + 4 * 10_000);
});

test('options nest as deep as types may, and a chain of 100,000 `some` is one error', () => {
  expect(nodesOf(circuit(`t = ${'some '.repeat(TYPE_NESTING)}x`, 'y = 1'))).toBe(TYPE_NESTING + 3);
  expect(codesOf(circuit(`t = ${'some '.repeat(TYPE_NESTING + 1)}x`, 'y = 1'))).toEqual(['nested-too-deep 5']);
  expect(codesOf(circuit(`t = ${'some '.repeat(100_000)}x`, 'y = 1'))).toEqual(['nested-too-deep 5']);
});

test.each([
  ['lists of the list before', times(20_000, (i) => `w${i + 1} = [w${i}]`)],
  ['lists that a monomer makes of the list before', times(15_000, (i) => `w${i + 1} = FILL(1, w${i})`)],
  ['empty lists that are said to hold the one before', times(8_000, (i) => `w${i + 1} = []\ne${i} = w${i} == [w${i + 1}]`)],
])('a type that grows without end is refused: %s', (_, lines) => {
  expect(new Set(codesOf(circuit('w0 = []', ...lines, 'y = 1')).map((each) => each.split(' ')[0]))).toEqual(new Set(['nested-too-deep']));
});

test('100,000 indexes and fields of what has none is one error', () => {
  expect(codesOf(circuit('t = [[x]]', `u = t${'[0]'.repeat(100_000)}`, 'y = 1'))).toEqual(['kind-mismatch 6']);
  expect(codesOf(circuit('t = (f: x)', `u = t${'.f'.repeat(100_000)}`, 'y = 1'))).toEqual(['kind-mismatch 6']);
});

test('15,000 applications that wait for one another are all decided once the first is known', () => {
  const chain = times(15_000, (i) => `w${i + 1}=w${i}++w${i}`);
  expect(nodesOf(circuit('w0=[][0]', ...chain, 'e=w0=="a"', 'y=1'))).toBe(15_008);
});

/** Returns records, each of which contains the previous one twice. */
function doubling(name: string, first: string): readonly string[] {
  return [`${name}0 = ${first}`, ...times(100, (i) => `${name}${i + 1} = (a: ${name}${i}, b: ${name}${i})`)];
}

test('types that are exponentially large when they are written out are refused', () => {
  expect(codesOf(circuit(...doubling('r', 'x'), 'y = 1'))).toEqual(['too-costly 106']);
  expect(codesOf(circuit(...doubling('r', 'none'), ...doubling('s', 'none'), 'e = r100 == s100', 'y = 1'))).toEqual(['too-costly 208']);
});

test('domains that are exponentially large when they are written out are refused', () => {
  const domains = times(100, (i) => `domain D${i + 1} = (a: D${i}, b: D${i})`).join('\n');
  expect(codesOf(`domain D0 = u8\n${domains}\n${circuit('y = 1')}`)).toEqual(['domain-too-large 17']);
});

test('many wires of large types are refused', () => {
  const domains = times(12, (i) => `domain D${i + 1} = (a: D${i}, b: D${i})`).join('\n');
  const wires = times(1_000, (i) => `w${i}: D12 = r`).join('\n');
  expect(codesOf(`domain D0 = u8\n${domains}\ncircuit c {\ninput r: D12\noutput y: u8\n${wires}\ny = 1\n}`)).toEqual(['too-costly 1017']);
});

test('a chain of 8,000 lists of the domain before nests too deep, whichever way it is written', () => {
  const upward = times(8_000, (i) => `domain D${i} = ${i === 0 ? 'u8' : `[D${i - 1}; 1]`}`);
  expect(codesOf(`${upward.join('\n')}\n${circuit('y = 1')}`)).toEqual(['nested-too-deep 66']);
  expect(codesOf(`${upward.toReversed().join('\n')}\n${circuit('y = 1')}`)).toEqual(['nested-too-deep 7935']);
});
