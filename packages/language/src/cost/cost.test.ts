import { read } from '../program/read.js';
import { staticCost } from './cost.js';

function costOf(body: string, ports = 'input x: u8\n input t: text[..640]\n input flag: bool\n output y: i64', before = ''): number {
  const reading = read(`${before}circuit c {\n ${ports}\n ${body}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(staticCost(reading.program.core)).toBe(reading.program.cost);
  return reading.program.cost;
}

test('each application costs one', () => {
  expect(costOf('y = 1')).toBe(0);
  expect(costOf('y = x + 1')).toBe(1);
  expect(costOf('y = x + 1 + 2 * x')).toBe(3);
  expect(costOf('a = x + 1\n b = x + 1\n y = a + b')).toBe(2);
});

test('an application on texts costs one more for every 64 code points that their domains allow', () => {
  expect(costOf('y = TEXT_LENGTH(t)')).toBe(11);
  expect(costOf('y = TEXT_LENGTH(t as text[..64])')).toBe(1 + 11 + 1);
  expect(costOf('y = if STARTS_WITH(t, "abcd") { 1 } else { 2 }')).toBe(Math.ceil(1 + 1 + 644 / 64));
});

test('a pattern costs its length for every code point', () => {
  expect(costOf('y = if MATCHES_GLOB(t, "*aaaaaaa") { 1 } else { 2 }')).toBe(1 + 1 + (640 * 8) / 64);
});

test('a search costs the product of what it looks for and where', () => {
  expect(costOf('y = if INCLUDES(t, UPPER(t)) { 1 } else { 2 }')).toBe(1 + (1 + (640 + 640) / 64) + (1 + (640 * 640) / 64));
});

test('a text that is made counts with the length that its operands bound', () => {
  expect(costOf('y = TEXT_LENGTH(SUBSTRING("abcdefgh" ++ "abcdefgh", 0, 4))')).toBe(Math.ceil(3 + (32 + 32 + 16) / 64));
});

test('of arms that exclude each other the dearest counts', () => {
  expect(costOf('y = if flag { x + 1 + 2 + 3 } else { x }')).toBe(1 + 3);
  expect(costOf('y = if flag { x + 1 + 2 + 3 } else { x * 2 * 2 }')).toBe(1 + 3);
  expect(costOf('y = match flag { true => x / 2, false => x / 3 / 4 }')).toBe(Math.ceil(1 + 2 / 64 + 2));
});

test('a right side counts, and so do requires and ensures', () => {
  expect(costOf('require x > 1 and x < 9\n y = x\n ensure y > 0 or flag')).toBe(3 + 2);
});

test('a call costs its component besides itself, every time, and what its arguments weigh', () => {
  const half = 'component half(a: u8) -> u8 { (a + 1) / 2 }\n';
  expect(costOf('y = half(x) + half(half(x))', undefined, half)).toBe(Math.ceil(1 + (1 + 2 + 2 / 64) * 2));
  const long = 'component long(a: text[..640]) -> u8 { 1 }\n';
  expect(costOf('y = long(t)', undefined, long)).toBe(Math.ceil(1 + (2 + 640) / 64));
});

test('a component that is called twice by one that is called twice … is too costly, and nothing overflows', () => {
  const chain = Array.from({ length: 200 }, (_, i) => {
    return `component c${i}(a: u8) -> u8 { ${i === 0 ? 'a / 2' : `MAX(c${i - 1}(a), c${i - 1}(a / 2))`} }\n`;
  }).join('');
  const reading = read(`${chain}circuit c {\n input x: u8\n output y: u8\n spare = x / 3\n y = c199(x)\n}`);
  expect(reading.ok).toBe(false);
  if (!reading.ok) expect(reading.diagnostics[0]).toMatchObject({ code: 'too-costly', line: 205, text: 'y = c199(x)' });
});

test('a pattern that is as long as a text may be is too costly', () => {
  const source = `circuit c {\n input t: text[..1_048_576]\n output y: bool\n y = MATCHES_GLOB(t, "${'a*'.repeat(400)}")\n}`;
  const reading = read(source);
  expect(reading.ok).toBe(false);
  if (!reading.ok) expect(reading.diagnostics.map((each) => [each.code, each.line, each.column])).toEqual([['too-costly', 4, 2]]);
});

test('the cost of a policy is that of its dearest action', () => {
  const reading = read(`policy p {
  action "a" (x: u8)
  action "b" (x: u8)
  rule one allow on "a", "b" when x > 3
  rule two deny on "b" when x / 2 > 3
}`);
  expect(reading).toMatchObject({ ok: true, program: { cost: 3 } });
});

const LISTS = 'input xs: [u8; ..64]\n input raw: bytes[..640]\n input texts: [text[..64]; ..10]\n input n: 0..30\n output y: i64';

test('a loop costs its body as often as it can go round, one more each round, and one for what it makes', () => {
  expect(costOf('y = fold t = 0 for x in xs { MAX(t, x) }', LISTS)).toBe(1 + 64 * 2);
  expect(costOf('y = count i in 1..n { i > 3 }', LISTS)).toBe(1 + 30 * 2);
  expect(costOf('a = map x in xs { x / 2 / 3 }\n y = 1', LISTS)).toBe(1 + 64 * 3 + 1);
  expect(costOf('y = count b in raw { any x in xs { x > b } }', LISTS)).toBe(1 + 640 * (1 + 1 + 64 * 2));
});

test('an empty range costs nothing a round', () => {
  expect(costOf('y = count i in 9..3 { i > 3 }', LISTS)).toBe(1);
});

test('reading one element costs little, moving elements their number, comparing all that is in them', () => {
  expect(costOf('y = xs[n]', LISTS)).toBe(Math.ceil(1 + 1 / 64));
  expect(costOf('y = LENGTH(raw)', LISTS)).toBe(Math.ceil(1 + 1 / 64));
  expect(costOf('a = REVERSE(texts)\n y = 1', LISTS)).toBe(Math.ceil(1 + (10 + 10) / 64));
  expect(costOf('a = texts == texts\n y = 1', LISTS)).toBe(Math.ceil(1 + (2 * 10 * 65) / 64));
  expect(costOf('a = (f: texts).f == texts\n y = 1', LISTS)).toBe(Math.ceil(3 + (1 + 2 * 10 * 65) / 64));
});

test('the parts of records and options count where they are compared, and what makes lists and records counts them', () => {
  const RECORDS = 'input r: (a: u8, b: (c: bool, d: u8?))\n input rs: [(a: u8, b: u8); ..64]\n input n: u8\n output y: i64';
  expect(costOf('a = r == r\n y = 1', RECORDS)).toBe(Math.ceil(1 + (2 * (2 + 2 + 1)) / 64));
  expect(costOf('a = rs == rs\n y = 1', RECORDS)).toBe(Math.ceil(1 + (2 * 64 * (1 + 2)) / 64));
  expect(costOf('a = (a: n, b: n) in rs\n y = 1', RECORDS)).toBe(Math.ceil(1 + 2 / 64 + 1 + (64 * 3 + 2) / 64));
  expect(costOf(`y = LENGTH([${'n, '.repeat(640)}n])`, RECORDS)).toBe(Math.ceil(1 + 641 / 64 + 1 + 1 / 64));
  expect(costOf(`a = (${Array.from({ length: 640 }, (_, i) => `f${i}: n`).join(', ')})\n y = 1`, RECORDS)).toBe(1 + 640 / 64);
});

test('what is held to a stated domain counts, of an accumulator in every round', () => {
  expect(costOf('z: text[..640] = t\n y = 1')).toBe(Math.ceil(640 / 64));
  expect(costOf('y = fold s: (n: 0..9, of: [u8; ..64]) = (n: 0, of: xs) for i in 1..30 { s } .n', LISTS)).toBe(
    Math.ceil(1 + 2 / 64 + (1 + 66 / 64) + 30 * (1 + 66 / 64) + 1),
  );
  const held = Array.from({ length: 10 }, (_, i) => `output t${i}: text[..640]`).join('\n ');
  const wires = Array.from({ length: 10 }, (_, i) => `t${i} = t`).join('\n ');
  expect(costOf(wires, `input t: text[..640]\n ${held}`)).toBe(Math.ceil((10 * (3 + 640)) / 64));
});

test('literals and names cost nothing beside operations, and a little where there is nothing else', () => {
  const tens = Array.from({ length: 40 }, (_, i) => `w${i} = ${i}`).join('\n ');
  expect(costOf(`${tens}\n y = x + 1`)).toBe(1);
  const many = Array.from({ length: 6_400 }, (_, i) => `w${i} = ${i}`).join('\n ');
  expect(costOf(`y = count i in 1..10 {\n ${many}\n i > 3 }`)).toBeGreaterThanOrEqual(10 * 100);
});

test.each([
  ['xs[0]', 255],
  ['LENGTH(xs)', 64],
  ['LENGTH(xs ++ xs)', 128],
  ['LENGTH(filter x in xs { x > 3 })', 64],
  ['n * 2 - 10', 50],
  ['MIN(n, 7) + n % 4', 10],
  ['CLAMP(n, 3, 9)', 9],
  ['if n > 3 { n } else { 40 }', 40],
  ['(some n ?? 40)', 40],
  ['match some n { some v => v, none => 2 }', 30],
  ['(n: n, m: 3).n', 30],
  ['fold t: 0..9 = 0 for x in xs { MIN(t, 9) }', 9],
  ['count x in xs { true }', 64],
  ['(n as 0..12)', 12],
  ['SHR(n, 1)', 30],
])('a range to %s goes round at most %d times', (bound, rounds) => {
  const [once, twice] = [`y = count i in 1..(${bound}) { true }`, `y = count i in 1..(${bound}) { i > 0 }`].map((each) =>
    costOf(each, LISTS),
  );
  expect((twice ?? 0) - (once ?? 0)).toBe(rounds);
});

function readUnbounded(body: string) {
  return read(`circuit c {\n input a: i64\n input n: 0..1000\n output y: i64\n ${body}\n}`);
}

/** The cost of an application that touches a number of elements. */
function touching(elements: number): number {
  return 1 + elements / 64;
}

test('an accumulator is no longer than its steps can make it', () => {
  expect(costOf('a = fold s = x"" for i in 1..10 { s ++ (TAKE(raw, 64) as bytes[..64]) }\n y = 1', LISTS)).toBe(
    Math.ceil(1 + 10 * (1 + touching(640 + 640) + touching(640) + touching(640 + 64 + 704))),
  );
  expect(costOf('a = fold s = [] for x in xs { if x > 3 { APPEND(s, x) } else { s } }\n y = 1', LISTS)).toBe(
    Math.ceil(1 + 1 + 64 * (1 + 1 + 1 + touching(64 + 65))),
  );
  const nested = 'a = fold s = "" for i in 1..100 { fold t = s for x in xs { t ++ "ab" } }\n y = 1';
  expect(costOf(nested, LISTS)).toBe(Math.ceil(1 + 100 * (1 + 1 + 64 * (1 + touching(12_800 + 128 + 2 + 12_800 + 130)))));
  const cut =
    'a = fold s = "" for i in 1..1000 { if TEXT_LENGTH(s) > 9 { "" } else { s ++ "ab" } }\n b = fold s = a for i in 1..9 { UPPER(s) }\n y = 1';
  expect(costOf(cut, LISTS)).toBeGreaterThan(1000);
});

test('a range without known bounds is too costly, and the line inside is named where that is the dearest', () => {
  expect(readUnbounded('y = count i in 1..a { i > 3 }')).toMatchObject({ ok: false, diagnostics: [{ code: 'too-costly', line: 5 }] });
  expect(readUnbounded('y = count i in 1..n {\n count j in 1..n * 10 {\n j > i\n } > 3 }')).toMatchObject({
    ok: false,
    diagnostics: [{ code: 'too-costly', line: 6 }],
  });
});

function codesOf(body: string, ports = 'input n: 0..9\n output y: i64', before = ''): readonly (readonly [string, number])[] {
  const reading = read(`${before}circuit c {\n ${ports}\n ${body}\n}`);
  return reading.ok ? [] : reading.diagnostics.map(({ code, line }) => [code, line]);
}

const COPIES = 'FILL(65_536, FILL(65_536, n))';

test('a value with more parts than values may have is refused where it is made, and nowhere else', () => {
  expect(codesOf(`y = LENGTH(${COPIES})`)).toEqual([['value-too-large', 4]]);
  expect(codesOf(`a = FILL(65_536, n)\n b = map x in a { a }\n y = LENGTH(b ++ b)`)).toEqual([['value-too-large', 5]]);
  expect(codesOf('y = n', undefined, `component spare(n: 0..9) -> 0..9 {\n ${COPIES}[0][0]\n}\n`)).toEqual([['value-too-large', 2]]);
  expect(codesOf('y = LENGTH(x)', 'input x: [[bool; 65_536]; 256]\n output y: i64')).toEqual([['value-too-large', 2]]);
  expect(codesOf('y = LENGTH(x)', 'input x: [[bool; 65_536]; 255]\n output y: i64')).toEqual([]);
  expect(codesOf('y = LENGTH(x)', 'input x: [[[bool; 0]; 65_536]; 65_536]\n output y: i64')).toEqual([['value-too-large', 2]]);
  expect(codesOf('y = LENGTH(FILL(65_536, FILL(255, n)))')).toEqual([]);
});

test('the parts of a text together are no more than the text', () => {
  expect(codesOf('y = LENGTH(SPLIT(t, ","))', 'input t: text[..60_000]\n output y: i64')).toEqual([]);
  expect(costOf('y = LENGTH(SPLIT(t, ","))')).toBe(Math.ceil(1 + (640 + 641 + 640) / 64 + 1));
});

/** A growing part of an accumulator may have the maximal length of its type, unless a domain is stated. */
function grown(stated: string): string {
  return `a = fold s${stated} = (out: [""], n: n) for i in 1..9 { (out: APPEND(s.out, s.out[0] ++ "a"), n: s.n) }\n y = LENGTH(a.out)`;
}

test('accumulators of texts and lists have no more parts than their steps give them', () => {
  expect(codesOf('a = fold s = [] for i in 1..300 { APPEND(s, [i, n]) }\n y = LENGTH(a)')).toEqual([]);
  expect(codesOf('a = fold s = (out: [], n: n) for i in 1..9 { (out: APPEND(s.out, FORMAT_INT(i)), n: s.n) }\n y = LENGTH(a.out)')).toEqual(
    [],
  );
  expect(codesOf(grown(''))).toEqual([['value-too-large', 4]]);
  expect(codesOf(grown(': (out: [text[..9]; ..10], n: 0..9)'))).toEqual([]);
});
