import { read } from '../program/read.js';

/** A circuit with these lines before it, of which `y` is the only output. */
function source(before: string, value: string, domain = 'i64'): string {
  return `${before}\ncircuit c {\n  input a: 0..9\n  output y: ${domain}\n  y = ${value}\n}\n`;
}

function hashOf(text: string): string {
  const reading = read(text);
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.diagnostics)}\n${text}`);
  return reading.program.hash;
}

function errorsOf(text: string): readonly unknown[] {
  const reading = read(text);
  return reading.ok ? [] : reading.diagnostics.map(({ code, message }) => ({ code, message }));
}

test.each([
  ['const rate = 19', 'a * rate', 'a * 19'],
  ['const RATE = 19', 'a * RATE', 'a * 19'],
  ['const A = 2 ** 3 ** 2 - 7 / 2 * -3 % 5', 'A', '516'],
  ['const A = 7\nconst B = A * (A + 1)', 'B', '56'],
  ['const A = -9_223_372_036_854_775_808', 'A', '-9223372036854775808'],
  ['const LIST = [1, 2 + 3]\nconst ALL = LIST', 'ALL[1]', '[1, 5][1]'],
  ['const POINT = (x: 1, y: (z: 4))', 'POINT.y.z', '(x: 1, y: (z: 4)).y.z'],
  ['const NAMES = ["a" ++ "b", "c"]', 'if "x" in NAMES { 1 } else { 0 }', 'if "x" in ["ab", "c"] { 1 } else { 0 }'],
  ['const SOME = some some 3', '(SOME ?? none) ?? 4', '(some some 3 ?? none) ?? 4'],
  ['const YES = not false', 'if YES { 1 } else { 2 }', 'if true { 1 } else { 2 }'],
  ['const LOW = 1\nconst HIGH = 5', 'match a { LOW..HIGH => 1, 7 => 2, _ => 3 }', 'match a { 1..5 => 1, 7 => 2, _ => 3 }'],
  ['const LOW = 1', 'match a { LOW => 1, _ => 3 }', 'match a { 1 => 1, _ => 3 }'],
  ['const KEY = "k"', 'match "k" { KEY => 1, _ => 3 }', 'match "k" { "k" => 1, _ => 3 }'],
  ['const MOST = 9', 'a as 0..MOST', 'a as 0..9'],
  ['const from = 1\nconst to = 3', 'SUM(map i in from..to { i })', 'SUM(map i in 1..3 { i })'],
  ['const length = 4', 'LENGTH(FILL(length, a))', 'LENGTH(FILL(4, a))'],
])('%s: %s means %s', (constants, value, written) => {
  expect(hashOf(source(constants, value))).toBe(hashOf(source('', written)));
});

test('bounds of every domain may name constants', () => {
  const named = `const low = 1
const HIGH = 12
const size = HIGH - 2
domain Hours = low..HIGH
component f(n: 0..HIGH, t: text[low..size]) -> bytes[..HIGH] { x"" }
circuit c {
  input h: Hours
  input t: text[low..size]
  input xs: [0..HIGH; size]
  output y: bytes[..HIGH]
  require SUM(xs) + h > 0
  y = f(h, t)
}
`;
  const written = named
    .replace(/const .*\n/g, '')
    .replaceAll('low', '1')
    .replaceAll('HIGH', '12')
    .replaceAll('size', '10');
  expect(hashOf(named)).toBe(hashOf(written));
});

test('constants, domains and components may stand inside of a circuit and of a policy', () => {
  const inside =
    'circuit c {\n  const MOST = 9\n  domain Small = 0..MOST\n  component f(n: Small) -> Small { n }\n  input a: Small\n  output y: Small\n  y = f(a)\n}';
  const outside = 'component f(n: 0..9) -> 0..9 { n }\ncircuit c {\n  input a: 0..9\n  output y: 0..9\n  y = f(a)\n}';
  expect(hashOf(inside)).toBe(hashOf(outside));
  const policy =
    'policy p {\n  const PORTS = [80, 443]\n  domain Port = 0..65_535\n  action "net.connect" (port: Port)\n  rule web allow on "net.connect" when port in PORTS "web"\n  default deny\n}';
  expect(read(policy)).toMatchObject({ ok: true });
});

test.each([
  ['const A = B', 'A', 'unknown-name', "no constant above is named 'B'"],
  ['const A = B\nconst B = 1', 'A', 'unknown-name', "no constant above is named 'B'"],
  ['const A = LENGTH([1])', 'A', 'literal-expected', 'the value of a constant is known without any input'],
  ['const A = 1 + true', 'A', 'literal-expected', 'the value of a constant is known without any input'],
  ['const A = 1 / 0', 'A', 'bad-literal', 'a constant is divided by 0'],
  ['const A = 2 ** 63', 'A', 'number-out-of-range', 'a constant lies within the signed 64-bit range'],
  ['const A = 1\nconst A = 2', 'A', 'duplicate-name', "the name 'A' is already bound by a constant at line 1"],
  ['const a = 1', 'a', 'duplicate-name', "the name 'a' is already bound by a constant at line 1"],
  ['const A = "t"', 'a as 0..A', 'kind-mismatch', "a bound is an integer, and the constant 'A' is a text"],
  ['const A = 3', 'a as 0..B', 'unknown-name', "there is no constant 'B'"],
  ['const A: 0..9 = 3', 'a', 'unexpected', 'expected `=` and a value, found `:`'],
  ['const A = [1]', 'match a { A => 1, _ => 2 }', 'kind-mismatch', "a bound is an integer, and the constant 'A' is a list"],
])('%s: %s is refused', (constants, value, code, message) => {
  expect(errorsOf(source(constants, value))).toContainEqual({ code, message });
});

test('what constants come to is bounded', () => {
  const doubled = Array.from({ length: 40 }, (_, i) => `const A${i} = ${i === 0 ? '[0]' : `[A${i - 1}, A${i - 1}]`}`).join('\n');
  const often = `const A = [${'1, '.repeat(9_000)}]`;
  for (const text of [source(doubled, 'a'), source(often, Array.from({ length: 900 }, () => 'A[0]').join(' + '))]) {
    expect(errorsOf(text)).toContainEqual(expect.objectContaining({ code: 'too-costly' }));
  }
});
