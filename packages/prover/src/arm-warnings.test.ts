import { DIAGNOSTICS } from '@kirchhoff/kernel/limits';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

function warningsOf(source: string): readonly string[] {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).warnings.map(({ code, line, text, message }) => `${code} ${line} ${text}: ${message}`);
}

function matching(domain: string, arms: string, between = ''): readonly string[] {
  return warningsOf(`circuit c {\n  input x: ${domain}\n  output y: 0..9\n${between}  y = match x {\n${arms}\n  }\n}`);
}

test.each([
  ['a value that the input never has', '0..9', '100 => 1, _ => 2', '100: this arm can never match: what is matched here is 0..9'],
  ['the rest, where the ranges have left none', '0..9', '0..4 => 1, 5..9 => 2, _ => 3', '_: this arm can never match'],
  ['an option of such a value', '(0..9)?', 'none => 0, some 100 => 1, some n => n', 'some 100: this arm can never match'],
  ['a text that is too long', 'text[..3]', '"abcd" => 1, _ => 2', '"abcd": this arm can never match: what is matched here is text[0..3]'],
])('an arm that takes %s is warned of', (_, domain, arms, said) => {
  expect(matching(domain, arms)).toEqual([expect.stringContaining(`unreachable-arm 5 ${said}`)]);
});

test('so is one that only the proof tells of, for a computed subject', () => {
  const source = 'circuit c {\n  input x: 0..9\n  output y: 0..9\n  require x < 5\n  z = x / 2\n  y = match z { 3 => 1, _ => 2 }\n}';
  expect(warningsOf(source)).toEqual([expect.stringMatching(/^unreachable-arm 6 3: .* is 0\.\.2,/)]);
});

test('an arm gets one warning; it names the earlier arms that match every value', () => {
  expect(matching('0..9', '0..4 => 1, 3..9 => 2, 5..8 => 3')).toEqual([
    expect.stringContaining('the arms before it take every such value'),
  ]);
});

test('arms in components and loops are analyzed with the arguments of the calls', () => {
  const source = [
    'component level(n: 0..9) -> 0..9 {\n  match n { 20 => 1, _ => 2 }\n}',
    'circuit c {\n  input xs: [0..9; ..5]\n  output y: 0..50\n  y = fold s = 0 for x in xs { s + match x { 9 => 1, 10 => 2, _ => level(x) } }\n}',
  ].join('\n');
  expect(warningsOf(source).map((warning) => warning.slice(0, 21))).toEqual(['unreachable-arm 2 20:', 'unreachable-arm 7 10:']);
});

test('an arm that matches some input gets no warning, and neither does a match that is never reached', () => {
  expect(matching('0..9', '0..4 => 1, 5..8 => 2, _ => 3')).toEqual([]);
  expect(matching('0..9', '_ => if x > 20 { match x { 30 => 1, _ => 2 } } else { 3 }')).toEqual([
    expect.stringMatching(/^unreachable-branch 5 if: /),
  ]);
});

function policy(arm: number): string {
  return `policy p {\n  action "a" (n: 0..9)\n  action "b" (n: 0..99)\n  rule r allow on "a", "b" when match n { ${arm} => true, _ => n < 3 }\n}`;
}

test('an arm in a wire of a policy gets a warning if it can never match in any of the actions', () => {
  expect(warningsOf(policy(50))).toEqual([]);
  const said = warningsOf(policy(500)).filter((warning) => warning.startsWith('unreachable-arm'));
  expect(said).toEqual([expect.stringMatching(/^unreachable-arm 4 500: .* is 0\.\.9,/)]);
});

test('as many arms are warned of as a program may have diagnostics', () => {
  const arms = Array.from({ length: DIAGNOSTICS + 1 }, (_, index) => `${100 + index} => 1`).join(', ');
  expect(matching('0..9', `${arms}, _ => 2`)).toHaveLength(DIAGNOSTICS);
});
