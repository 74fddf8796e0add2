import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import * as fc from 'fast-check';
import { certify } from './certify.js';

const VERDICTS = ['allow', 'review', 'deny'] as const;
type Verdict = (typeof VERDICTS)[number];

/** `n op bound`, or no condition. */
interface Condition {
  readonly operator: '<=' | '>=' | '==' | 'flag' | 'always';
  readonly bound: number;
}

interface Rule {
  readonly verdict: Verdict;
  readonly condition: Condition;
}

interface Promised {
  readonly verdicts: readonly Verdict[];
  readonly condition: Condition;
}

const MAX_N = 7;

const condition: fc.Arbitrary<Condition> = fc.record({
  operator: fc.constantFrom('<=', '>=', '==', 'flag', 'always'),
  bound: fc.integer({ min: 0, max: MAX_N }),
});
const rule: fc.Arbitrary<Rule> = fc.record({ verdict: fc.constantFrom(...VERDICTS), condition });
const promised: fc.Arbitrary<Promised> = fc.record({
  verdicts: fc.subarray([...VERDICTS], { minLength: 1 }),
  condition,
});
const policy = fc.record({
  rules: fc.array(rule, { maxLength: 5 }),
  promises: fc.array(promised, { minLength: 1, maxLength: 3 }),
  byDefault: fc.option(fc.constantFrom(...VERDICTS), { nil: undefined }),
});

function spell({ operator, bound }: Condition): string {
  if (operator === 'always') return '';
  return operator === 'flag' ? ' when flag' : ` when n ${operator} ${bound}`;
}

function isMet({ operator, bound }: Condition, n: number, flag: boolean): boolean {
  switch (operator) {
    case '<=':
      return n <= bound;
    case '>=':
      return n >= bound;
    case '==':
      return n === bound;
    case 'flag':
      return flag;
    case 'always':
      return true;
  }
}

function sourceOf(rules: readonly Rule[], promises: readonly Promised[], byDefault: Verdict | undefined): string {
  return [
    'policy p {',
    `  action "go" (n: 0..${MAX_N}, flag: bool)`,
    ...rules.map((each, index) => `  rule r${index} ${each.verdict} on "go"${spell(each.condition)}`),
    ...promises.map((each) => `  ensure ${each.verdicts.join(' or ')} on "*"${spell(each.condition)}`.replace('"*"', '"go"')),
    ...(byDefault === undefined ? [] : [`  default ${byDefault}`]),
    '}',
  ].join('\n');
}

function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

/** The semantics of votes in other words: the worst of the votes, or the default. */
function verdictOf(rules: readonly Rule[], byDefault: Verdict | undefined, n: number, flag: boolean): Verdict {
  const votes = new Set(rules.filter((each) => isMet(each.condition, n, flag)).map((each) => each.verdict));
  if (votes.has('deny')) return 'deny';
  if (votes.has('review')) return 'review';
  return votes.has('allow') ? 'allow' : (byDefault ?? 'deny');
}

const ACTIONS = Array.from({ length: MAX_N + 1 }, (_, n) => [false, true].map((flag) => ({ n, flag }))).flat();

it('a policy closes exactly if its promises hold for every action, and an error names an action for which one does not', () => {
  let closed = 0;
  fc.assert(
    fc.property(policy, ({ rules, promises, byDefault }) => {
      const breaks = (n: number, flag: boolean) =>
        promises.some((each) => isMet(each.condition, n, flag) && !each.verdicts.includes(verdictOf(rules, byDefault, n, flag)));
      const { certified, errors } = certify(programOf(sourceOf(rules, promises, byDefault)));
      expect(certified).toBe(!ACTIONS.some(({ n, flag }) => breaks(n, flag)));
      // Where one promise fails the others are not searched for as long.
      const shown = errors.flatMap(({ counterexample }) => (counterexample === undefined ? [] : [counterexample]));
      expect([errors.every(({ reason }) => reason === 'promise'), shown.length > 0]).toEqual([true, !certified]);
      for (const action of shown) expect(breaks(Number(action['n']), action['flag'] === true)).toBe(true);
      if (certified) closed += 1;
    }),
    { numRuns: 600 },
  );
  expect(closed).toBeGreaterThan(60);
  expect(closed).toBeLessThan(540);
});

const SHOP = `policy shop {
  action "bet.place" (cents: 0..100_000)
  action "pay.refund" (cents: 0..100_000, to_card: bool) {
    euros = cents / 100
  }
  action "pay.payout" (cents: 0..100_000)

  rule small allow on "pay.*" when cents <= 10_000
  rule card deny on "pay.refund" when not to_card and euros > 5
  ensure deny on "bet.*" "gambling is never allowed"
  ensure review or deny on "pay.*" when cents > 10_000
}
`;

it('a promise holds whatever rules are added, or names the action for which it does not', () => {
  expect(certify(programOf(SHOP))).toMatchObject({ certified: true, warnings: [] });
  const { errors } = certify(programOf(SHOP.replace('  ensure deny', '  rule lucky allow on "bet.place" when cents == 7\n  ensure deny')));
  expect(errors).toMatchObject([
    {
      reason: 'promise',
      message: expect.stringContaining('\'gambling is never allowed ("bet.place")\' does not hold'),
      counterexample: { cents: 7 },
      line: 11,
    },
  ]);
});

it('the default is part of a promise', () => {
  const { errors } = certify(programOf(SHOP.replace('\n}\n', '\n  default allow\n}\n')));
  expect(errors.map(({ line }) => line)).toEqual([10, 11, 11]);
});

it.each([
  ['ensure deny on "pay.payout" when euros > 3', "nothing binds the name 'euros'"],
  ['ensure deny on "pay.*" when euros > 3', "the action 'pay.payout' that this promise is on has no param 'euros'"],
  ['ensure deny on "play.*"', "no action declares 'play.*'"],
  ['ensure no on "pay.*"', 'a verdict: `allow`, `deny` or `review`'],
  ['ensure deny when true', '`on` and an action'],
  ['ensure deny on "pay.*" when cents', 'the condition of the promise has to be'],
])('%s: is refused', (line, message) => {
  const reading = read(SHOP.replace('ensure deny on "bet.*" "gambling is never allowed"', line));
  expect(reading.ok ? '' : reading.diagnostics[0]?.message).toContain(message);
});

it.each([
  ['a wire of the action is not for others', 'when cents <= 10_000', 'when euros <= 100', "on has no param 'euros'"],
  ['a wire has a name of its own', 'euros = cents / 100', 'to_card = true', "the name 'to_card' is already bound"],
  ['an action has no rules within', 'euros = cents / 100', 'rule a allow on "pay.refund"', 'a wire `name = …`'],
])('%s', (_, from, to, message) => {
  const reading = read(SHOP.replace(from, to));
  expect(reading.ok ? '' : reading.diagnostics.map((each) => each.message).join('\n')).toContain(message);
});

it('a wire of an action that nothing uses gets a warning', () => {
  const { warnings } = programOf(SHOP.replace('euros > 5', 'cents > 500'));
  expect(warnings).toMatchObject([{ code: 'unused-wire', line: 4 }]);
});
