import { staticCost } from './cost.js';
import { read } from './read.js';

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

test('a call costs its component besides itself, every time', () => {
  const half = 'component half(a: u8) -> u8 { (a + 1) / 2 }\n';
  expect(costOf('y = half(x) + half(half(x))', undefined, half)).toBe(1 + 2 * 3);
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
