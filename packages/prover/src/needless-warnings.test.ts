import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

function warningsOf(source: string): readonly string[] {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).warnings.map(({ code, line, column, text, message }) => `${code} ${line}:${column} ${text}: ${message}`);
}

const circuit = (value: string, before = '') =>
  `circuit c {\n  input a: 0..9\n  input b: 10..20\n  input xs: [0..9; ..5]\n  output y: i64\n${before}  y = ${value} + a + b + SUM(xs)\n}`;

test.each([
  ['a MIN', 'MIN(a, b)', 'needless-bound 6:7 MIN: this MIN changes nothing: what it bounds is 0..9, and never above 10..20'],
  [
    'a MIN that is always its second operand',
    'MIN(30, b)',
    'needless-bound 6:7 MIN: this MIN changes nothing: what it bounds is 10..20, and never above 30',
  ],
  ['a MAX', 'MAX(a, 0)', 'needless-bound 6:7 MAX: this MAX changes nothing: what it bounds is 0..9, and never below 0'],
  ['a CLAMP', 'CLAMP(b, 0, 20)', 'needless-bound 6:7 CLAMP: this CLAMP changes nothing: what it bounds is 10..20, and within 0 to 20'],
  [
    'an `if` that always holds',
    'if a < b { 1 } else { 2 }',
    'unreachable-branch 6:7 if: this condition always holds: its `else` is never taken',
  ],
  [
    'an `if` that never holds',
    'if a > b { 1 } else { 2 }',
    'unreachable-branch 6:7 if: this condition never holds: what stands after it is never taken',
  ],
])('%s that is proven to do nothing is warned of', (_, value, said) => {
  expect(warningsOf(circuit(value))).toEqual([said]);
});

test('so is one that only its surroundings make needless, in a branch, a loop and a component', () => {
  expect(warningsOf(circuit('if b < 15 { MIN(b, 16) } else { 0 }'))).toEqual([expect.stringMatching(/^needless-bound 6:19 MIN: /)]);
  expect(warningsOf(circuit('fold s = 0 for x in xs { MAX(s, 0) + x }'))).toEqual([expect.stringMatching(/^needless-bound 6:32 MAX: /)]);
  expect(warningsOf(`component part(n: 0..9) -> 0..9 {\n  MIN(n, 9)\n}\n${circuit('part(a)')}`)).toEqual([
    expect.stringMatching(/^needless-bound 2:3 MIN: /),
  ]);
});

test.each(['MIN(a, 8)', 'MIN(b, 10 + a)', 'CLAMP(b, 11, 20)', 'CLAMP(b, 0, 19)', 'MAX(a, 1)', 'if a < 9 { 1 } else { 2 }'])(
  'of %s, which can do something, nothing is said',
  (value) => {
    expect(warningsOf(circuit(value))).toEqual([]);
  },
);

test('there are no warnings on unreached operations, on assumptions of an open program, twice at one place, or in library components', () => {
  expect(warningsOf(circuit('DIV_ROUND(a, 3)'))).toEqual([]);
  expect(warningsOf(circuit('if a > 9 { MIN(a, b) } else { 2 }')).map((each) => each.slice(0, 18))).toEqual(['unreachable-branch']);
  expect(warningsOf(circuit('fold s: 0..9 = 0 for x in xs { MIN(s + x, 20) }'))).toEqual([]);
  expect(warningsOf(circuit('match a { 0, 5 => MIN(a, b), _ => 2 }')).map((each) => each.slice(0, 19))).toEqual(['needless-bound 6:25']);
});

function policy(most: number): string {
  return `policy p {\n  action "a" (n: 0..9)\n  action "b" (n: 0..99)\n  rule r allow on "a", "b" when MIN(n, ${most}) < 5\n  default deny\n}`;
}

test('a bound in a wire of a policy gets a warning if it has no effect in any of the actions', () => {
  expect(warningsOf(policy(50))).toEqual([]);
  expect(warningsOf(policy(100))).toEqual([expect.stringMatching(/^needless-bound 4:33 MIN: .* is 0\.\.9,/)]);
});
