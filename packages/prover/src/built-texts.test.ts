import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

const TEXT = 'text[..40]';

function certification(domain: string, requires: readonly string[], value: string) {
  const lines = [
    'circuit c {',
    `  input t: ${domain}`,
    '  output y: i64',
    ...requires.map((each) => `  require ${each}`),
    `  y = ${value}`,
    '}',
  ];
  const reading = read(lines.join('\n'));
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program);
}

test.each<readonly [string, ...string[]]>([
  [TEXT, 'STARTS_WITH(t, "AB-")', 'TEXT_LENGTH(t) == 10'],
  [TEXT, 'STARTS_WITH(t, "AB-")', 'ENDS_WITH(t, ".txt")', 'TEXT_LENGTH(t) > 12'],
  [TEXT, 'INCLUDES(t, "needle")', 'STARTS_WITH(t, "hay")', 'TEXT_LENGTH(t) == 20'],
  [TEXT, 'INCLUDES(t, "@")', 'ENDS_WITH(t, ".com")', 'not STARTS_WITH(t, "@")', 'TEXT_LENGTH(t) >= 8'],
  ['text[12] of "A-Z0-9-"', 'STARTS_WITH(t, "AB-")', "CODE_AT(t, 7) == '-'"],
  [TEXT, 'MATCHES_GLOB(t, "ab*cd?ef")'],
  [TEXT, 'LENGTH(SPLIT(t, ",")) == 3', 'STARTS_WITH(t, "id")'],
  [TEXT, "all c in t { c in '0'..'9' or c == '-' }", 'TEXT_LENGTH(t) == 10', 'STARTS_WITH(t, "20")'],
  [TEXT, '(PARSE_INT(t) ?? 0) > 100_000'],
  ['text[9] of "0-9"', '(PARSE_INT(t) ?? 0) > 100_000'],
  [TEXT, 'PARSE_HEX(t) == some x"deadbeef"'],
  [TEXT, 'LENGTH(PARSE_BASE64(t) ?? x"") == 5'],
  [TEXT, '(PARSE_DATE(t) ?? 0) > 20_000'],
  [`[${TEXT}; ..5]`, 'LENGTH(t) == 3', 'all each in t { STARTS_WITH(each, "ID-") and TEXT_LENGTH(each) == 8 }'],
  [`(id: ${TEXT}, n: 0..9)`, 'STARTS_WITH(t.id, "ID-")', 'TEXT_LENGTH(t.id) == 8', 't.n == 7'],
  [`(${TEXT})?`, 'match t { some id => STARTS_WITH(id, "ID-") and TEXT_LENGTH(id) == 8, none => false }'],
])('of %s an input is found that satisfies %s', (domain, ...requires) => {
  expect(certification(domain, requires, '1')).toMatchObject({ certified: true });
});

test.each([
  [TEXT, '1 / ((PARSE_INT(t) ?? 0) - 1234)', '1234'],
  [TEXT, '1 / (PARSE_INT(t) ?? 0 - 1234)', '0'],
  ['text[1..9] of "0-9"', '1 / ((PARSE_INT(t) ?? 0) - 123_456)', '123456'],
  [TEXT, '1 / if PARSE_HEX(t) == some x"beef" { 0 } else { 1 }', 'beef'],
  [TEXT, '1 / ((PARSE_DATE(t) ?? 0) - 20_000)', '2024-10-04'],
  [TEXT, '1 / ((PARSE_IPV4(t) ?? 1) - 16_909_060)', '1.2.3.4'],
  [TEXT, 'if STARTS_WITH(t, "AB-") and ENDS_WITH(t, "-Z") { 1 / (TEXT_LENGTH(t) - 9) } else { 0 }', 'AB-aaaa-Z'],
])('of %s the value %s fails for %j', (domain, value, input) => {
  expect(certification(domain, [], value).errors).toContainEqual(
    expect.objectContaining({ reason: 'division', counterexample: { t: input } }),
  );
});

test('requires that no text satisfies stay open', () => {
  const requires = ['STARTS_WITH(t, "AB-")', 'ENDS_WITH(t, "-Z")', 'not INCLUDES(t, "-")'];
  expect(certification(TEXT, requires, '1').errors).toMatchObject([{ type: 'empty_requires' }]);
});

test('many texts to look for, in long texts and in several inputs, are bounded', () => {
  const parts = Array.from({ length: 40 }, (_, i) => `STARTS_WITH(t, "${'p'.repeat(50)}${i}") or INCLUDES(t, "${i}q")`);
  const started = performance.now();
  expect(certification('text[..100000]', [parts.join(' or ')], '1')).toMatchObject({ certified: true });
  expect(certification('text[90000..100000]', [parts.join(' or '), 'not INCLUDES(t, "a")'], '1').certified).toBe(false);
  expect(performance.now() - started).toBeLessThan(30_000);
});
