import { decisionTable } from './decision-table.js';

const SOURCE = `policy refunds {
  action "pay.refund" (cents: 0..100_000_000)
  action "pay.out" (cents: 0..9)
  action "read" ()

  rule small allow on "pay.refund" when cents <= 5_000
  // A comment in a line of its own.
  rule all review on "pay.*" "a person looks"
  rule never deny on "pay.out", "read"
  ensure deny on "read"
  default review
}
`;

it('lists actions, rules in their order, where each is on, and the default', () => {
  expect(decisionTable(SOURCE)).toEqual({
    actions: ['pay.refund', 'pay.out', 'read'],
    default: 'review',
    rules: [
      {
        name: 'small',
        verdict: 'allow',
        isConditional: true,
        line: 6,
        text: 'rule small allow on "pay.refund" when cents <= 5_000',
        on: [true, false, false],
      },
      {
        name: 'all',
        verdict: 'review',
        isConditional: false,
        line: 8,
        text: 'rule all review on "pay.*" "a person looks"',
        on: [true, true, false],
      },
      {
        name: 'never',
        verdict: 'deny',
        isConditional: false,
        line: 9,
        text: 'rule never deny on "pay.out", "read"',
        on: [false, true, true],
      },
    ],
  });
});

it('ends the text of a last rule before the end of the policy', () => {
  const table = decisionTable('policy p {\n  action "a" ()\n  rule last deny on "a"\n  // at the end\n}\n');
  expect(table?.rules.map(({ text }) => text)).toEqual(['rule last deny on "a"']);
});

it.each(['', 'policy p {', 'circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = a\n}\n', '<script>'])('has none: %j', (source) => {
  expect(decisionTable(source)).toBeUndefined();
});
