import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

/** Returns the warnings of a policy on tests of texts: the tested text, and its line counted from the first rule or component. */
function warnedOf(
  body: string,
  params = 'host: text[1..253], name: hostname, code: text[..9] of "a-z", raw: bytes[..9]',
): readonly string[] {
  const reading = read(`policy p {\n  action "go" (${params})\n${body}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certified, warnings } = certify(reading.program);
  expect(certified).toBe(true);
  return warnings.filter(({ code }) => code === 'unsafe-text-test').map(({ line, text }) => `${line - 2} ${text}`);
}

test.each([
  'ENDS_WITH(host, ".com")',
  'STARTS_WITH(host, "a")',
  'INCLUDES(host, "a")',
  'MATCHES_GLOB(host, "a*")',
  'not INCLUDES(host, "..")',
])('an allow that rests on %s is warned of', (condition) => {
  const [name = ''] = /[A-Z_]+/.exec(condition) ?? [];
  expect(warnedOf(`  rule r allow on "go" when ${condition}`)).toEqual([`1 ${name}`]);
});

test.each([
  'ENDS_WITH(name, ".com")',
  'STARTS_WITH(code, "a")',
  'ENDS_WITH(name ++ "." ++ code, ".com")',
  'ENDS_WITH(UPPER(name), ".COM")',
  'any label in SPLIT(name, ".") { STARTS_WITH(label, "a") }',
  'host == "a.com"',
  'host in ["a.com", "b.com"]',
  'TEXT_LENGTH(host) > 3',
])('an allow that rests on %s is not', (condition) => {
  expect(warnedOf(`  rule r allow on "go" when ${condition}`)).toEqual([]);
});

test.each([
  'ENDS_WITH(LOWER(host), ".com")',
  'ENDS_WITH(REPLACE(host, "/", ""), ".com")',
  'ENDS_WITH(name ++ host, ".com")',
  'any label in SPLIT(host, ".") { ENDS_WITH(label, "a") }',
  'if TEXT_LENGTH(name) > 3 { true } else { ENDS_WITH(host, "a") }',
  'TEXT_LENGTH(name) > 3 and ENDS_WITH(host, "a")',
  '(fold t = 0 for i in 0..3 { t + if ENDS_WITH(host, "a") { i } else { 0 } }) > 3',
  'match UTF8_DECODE(raw) { none => false, some t => ENDS_WITH(t, "a") }',
  '(a: ENDS_WITH(host, "a")).a',
])('through other operations: %s', (condition) => {
  expect(warnedOf(`  rule r allow on "go" when ${condition}`)).toEqual(['1 ENDS_WITH']);
});

test('a deny and a review may rest on any text', () => {
  expect(warnedOf('  rule r deny on "go" when INCLUDES(host, "/")\n  rule s review on "go" when STARTS_WITH(host, "a")')).toEqual([]);
});

test('a test that the rule does not depend on gets no warning', () => {
  expect(warnedOf('  rule r allow on "go" when name == "a"\n  rule s deny on "go" when ENDS_WITH(host, "a")')).toEqual([]);
});

const ENDS = '  component ends(t: text[..253]) -> bool { ENDS_WITH(t, ".com") }\n';

test('a component is checked if it may be given any text', () => {
  expect(warnedOf(`${ENDS}  rule r allow on "go" when ends(host)`)).toEqual(['1 ENDS_WITH']);
  expect(warnedOf(`${ENDS}  rule r allow on "go" when ends(name)`)).toEqual([]);
  expect(warnedOf(`${ENDS}  rule r deny on "go" when ends(host)`)).toEqual([]);
  const outer = `${ENDS}  component twice(t: text[..253]) -> bool { ends(t) and ends(t) }\n`;
  expect(warnedOf(`${outer}  rule r allow on "go" when twice(host)\n  rule s allow on "go" when twice(host) and name == "a"`)).toEqual([
    '1 ENDS_WITH',
  ]);
});

test('through records and lists of params', () => {
  const params = 'to: (host: text[..253], name: hostname), hosts: [text[..9]; ..3], names: [hostname; ..3]';
  expect(warnedOf('  rule r allow on "go" when ENDS_WITH(to.host, "a")', params)).toEqual(['1 ENDS_WITH']);
  expect(warnedOf('  rule r allow on "go" when ENDS_WITH(to.name, "a")', params)).toEqual([]);
  expect(warnedOf('  rule r allow on "go" when all h in hosts { ENDS_WITH(h, "a") }', params)).toEqual(['1 ENDS_WITH']);
  expect(warnedOf('  rule r allow on "go" when all h in names { ENDS_WITH(h, "a") }', params)).toEqual([]);
});

test('a test in a wire of the policy is of no param', () => {
  expect(warnedOf('  w = ENDS_WITH("a.com", ".com")\n  rule r allow on "go" when w')).toEqual([]);
});
