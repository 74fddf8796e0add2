import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

/** All false verdicts "closed" and wrong claims found so far, by cause. */

function isCertified(source: string): boolean {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).certified;
}

const filtered = (claim: string): string => `circuit c {
    input x: 0..9
    output y: 0..9
    kept = filter e in [1, x] { false }
    y = x
    ensure LENGTH(kept) ${claim}
  }`;

test('a filter whose condition never holds keeps an empty list: conclusions from the condition hold only for kept elements', () => {
  expect(isCertified(filtered('>= 1'))).toBe(false);
  expect(isCertified(filtered('== 0'))).toBe(true);
});

test('a list of text is sorted as text, and the result of SORT must have the type of its place', () => {
  expect(isCertified('circuit c {\n  output first: text[..1]\n  sorted = SORT(["b", "a"])\n  first = sorted[0]\n}')).toBe(true);
  const reading = read('circuit c {\n  input xs: [i32; 5]\n  output median: i32\n  median = SORT(xs)\n}');
  expect(reading.ok ? [] : reading.diagnostics.map(({ code, line }) => [code, line])).toEqual([['kind-mismatch', 4]]);
});

const doubled = (claim: string): string => `circuit c {
    input xs: [0..9; ..3]
    output y: 0..10_000
    y = fold a = 100 for x in xs { a * 2 + x - x }
    ensure ${claim}
  }`;

test('a fold that may have no step gives its first value, also if it was unrolled', () => {
  expect(isCertified(doubled('y >= 100 and y <= 1_000'))).toBe(true);
  expect(isCertified(doubled('y >= 200'))).toBe(false);
});

test('a filter of bytes gives bytes, which may be longer than a list', () => {
  const source = `circuit c {
    input b: bytes[..100_000]
    output n: 0..100_000
    kept = filter o in b { o >= 0 }
    n = LENGTH(kept)
  }`;
  expect(isCertified(source)).toBe(true);
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(run(reading.program.core, { graph: 0 }, [new Uint8Array(100_000)])).toMatchObject({ type: 'outputs' });
});

test.each([
  ['(text[0])?', '', true],
  ['[text[0]; ..2]', '', true],
  ['(t: text[0], n: 0..9)', 'require TEXT_LENGTH(a.t) < b', true],
  ['(host: hostname, n: 0..9)', 'require LOWER(a.host) == "a-"', false],
  ['(host: hostname, n: 0..9)', 'require TEXT_LENGTH(a.host) == 8', false],
])('inputs are drawn of %s with parts that no sample is of (%s)', (domain, require, isClosed) => {
  const claim = 'y = a == a\n  ensure b * b != 1_234_567_890_123';
  expect(isCertified(`circuit c {\n  input a: ${domain}\n  input b: i32\n  output y: bool\n  ${require}\n  ${claim}\n}`)).toBe(isClosed);
});

test('an arm that gives a field of a record that it knows better than the node of the field outside is joined as the checker does', () => {
  const source = `policy p {
    action "b" (r: (q: bool, p: 0..1), n: 1..4)
    rule one allow on "b" when r.p == 1
    rule few deny on "b" when n <= (if r == (p: 1, q: true) { r.p } else { n })
  }`;
  expect(isCertified(source)).toBe(true);
});

const untold = (letter: string, promise: string): string => `circuit c {
  input t: text[3] of "ß-𝒳"
  output length: 0..3
  w = TRIM(t)
  length = if all c in w { c == '${letter}' } { TEXT_LENGTH(w) } else { 0 }
  ensure ${promise}
}`;

test('a loop whose condition holds for no character of a text tells nothing about the text, as in the checker', () => {
  expect(isCertified(untold('a', 'length <= 3'))).toBe(true);
  expect(isCertified(untold('ß', 'length == 0'))).toBe(false);
});
