import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

function warningsOf(rules: string): readonly string[] {
  const reading = read(`policy p {\n  action "pay" (cents: 0..255)\n  action "log" ()\n${rules}\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { certified, warnings } = certify(reading.program);
  expect(certified).toBe(true);
  return warnings.map(({ code, line, message, action }) => {
    const shown = action === undefined ? '' : ` ${action.category} ${JSON.stringify(action.params)}`;
    return `${code} ${line} ${message}${shown}`;
  });
}

test('a rule whose condition is always false can never apply, and leaves its action to the default', () => {
  expect(warningsOf('  rule big deny on "pay" when cents > 300\n  rule every allow on "log"')).toEqual([
    'default-only-action 2 only the default decides "pay": no rule that is on it can apply pay {"cents":0}',
    "rule-never-applies 4 the rule 'big' can never apply: its condition is false for every action that it is on",
  ]);
});

test('a rule that a stronger one always beats can never decide', () => {
  expect(warningsOf('  rule few allow on "pay" when cents < 9\n  rule nothing deny on "pay", "log"')).toEqual([
    "rule-never-decides 4 the rule 'few' can never decide: where it applies, the rule 'nothing' always does, and is stronger pay {\"cents\":0}",
  ]);
});

const beaten = (names: string) =>
  `rule-never-decides 7 the rule 'few' can never decide: where it applies, at least one of the stronger rules ${names} always does pay {"cents":0}`;

test('a rule that stronger ones beat together is told with few of those that do', () => {
  const rules = `  rule low deny on "pay" when cents <= 9
  rule beside deny on "pay" when cents in 3..5
  rule rest review on "pay" when cents > 9`;
  const logs = '  rule logs deny on "log" when true';
  expect(warningsOf(`${rules}\n  rule few allow on "pay" when cents < 20\n${logs}`)).toEqual([beaten("'low' and 'rest'")]);
  expect(warningsOf(`${rules}\n  rule few allow on "pay", "log" when true\n${logs}`)).toEqual([beaten("'low', 'rest' and 'logs'")]);
  expect(warningsOf(`${rules}\n  rule few allow on "pay", "log" when true`)).toEqual([]);
});

test('a rule that can decide gets no warning', () => {
  expect(warningsOf('  rule few allow on "pay" when cents < 9\n  rule nothing deny on "pay", "log" when true')).toHaveLength(1);
  expect(warningsOf('  rule few allow on "pay" when cents < 9\n  rule every allow on "pay", "log" when true')).toEqual([]);
});

test('a rule with the verdict, the actions and the condition of an earlier one repeats it', () => {
  const rules =
    '  rule few allow on "pay" when cents < 9\n  rule again allow on "pay" when not (cents >= 9)\n  rule same allow on "pay" when cents < 9';
  expect(warningsOf(`${rules}\n  rule every allow on "log"`)).toEqual([
    "rule-repeats 6 the rule 'same' says the same as the rule 'few': verdict, actions and condition are the same pay {\"cents\":0}",
  ]);
  expect(
    warningsOf('  rule few allow on "pay" when cents < 9\n  rule same review on "pay" when cents < 9\n  rule every allow on "log"'),
  ).toEqual([
    "rule-never-decides 4 the rule 'few' can never decide: where it applies, the rule 'same' always does, and is stronger pay {\"cents\":0}",
  ]);
  expect(warningsOf('  rule few allow on "pay" when true\n  rule same allow on "pay", "log" when true')).toEqual([]);
});
