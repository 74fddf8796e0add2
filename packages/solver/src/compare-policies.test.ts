import { certify, comparePolicies, read, type TriState } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import { type ClosableSolver, startSolver } from './index.js';

let solver: ClosableSolver;
beforeAll(async () => {
  solver = await startSolver();
});
afterAll(async () => solver.close());

const VERDICTS = ['ALLOW', 'REVIEW', 'DENY'] as const;
type Verdict = (typeof VERDICTS)[number];

interface Rule {
  readonly verdict: Verdict;
  /** The rule applies from `from` to `to`, if the flag is as `flag` says; null is any. */
  readonly from: number;
  readonly to: number;
  readonly flag: boolean | null;
}

/** The action `go` of a policy, with n from `lo` to `hi`; `named` is the name of its flag. */
interface Policy {
  readonly lo: number;
  readonly hi: number;
  readonly named: 'flag' | 'mark';
  readonly rules: readonly Rule[];
  readonly byDefault: Verdict;
  readonly isMissing: boolean;
}

const MAX_VALUE = 6;
const bound = fc.integer({ min: 0, max: MAX_VALUE });
const rule: fc.Arbitrary<Rule> = fc.record({
  verdict: fc.constantFrom(...VERDICTS),
  from: bound,
  to: bound,
  flag: fc.option(fc.boolean(), { nil: null }),
});
const policies: fc.Arbitrary<Policy> = fc.record({
  lo: fc.constantFrom(0, 0, 0, 1, 4),
  hi: fc.constantFrom(MAX_VALUE, MAX_VALUE, MAX_VALUE, 5),
  named: fc.constantFrom('flag', 'flag', 'flag', 'flag', 'mark'),
  rules: fc.array(rule, { maxLength: 4 }),
  byDefault: fc.constantFrom(...VERDICTS),
  isMissing: fc.constantFrom(false, false, false, false, false, true),
});
/** Often the second is the first with small changes, as versions are. */
const pair = fc.oneof(
  fc.tuple(policies, policies),
  policies.chain((old) =>
    fc
      .record({ rules: fc.shuffledSubarray([...old.rules]), extra: fc.array(rule, { maxLength: 1 }) })
      .map(({ rules, extra }) => [old, { ...old, rules: [...rules, ...extra] }] as const),
  ),
);

function sourceOf({ lo, hi, named, rules, byDefault, isMissing }: Policy): string {
  const condition = ({ from, to, flag }: Rule) => `n in ${from}..${to}${flag === null ? '' : ` and ${flag ? '' : 'not '}${named}`}`;
  const action = isMissing ? '  action "stay"' : `  action "go" (n: ${lo}..${hi}, ${named}: bool)`;
  const written = rules.map((each, index) => `  rule r${index} ${each.verdict.toLowerCase()} on "go" when ${condition(each)}`);
  return ['policy p {', action, ...(isMissing ? [] : written), `  default ${byDefault.toLowerCase()}`, '}'].join('\n');
}

/** The semantics of votes in other words, with what a policy refuses. */
function verdictOf(policy: Policy, n: number, flag: boolean, named: string): Verdict {
  if (policy.isMissing || named !== policy.named || n < policy.lo || n > policy.hi) return 'DENY';
  const votes = policy.rules.filter((each) => n >= each.from && n <= each.to && (each.flag === null || each.flag === flag));
  const worst = ['DENY', 'REVIEW', 'ALLOW'].find((verdict) => votes.some((each) => each.verdict === verdict));
  return VERDICTS.find((verdict) => verdict === worst) ?? policy.byDefault;
}

function compared(source: string) {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error(JSON.stringify(reading));
  return { program: reading.program, source: reading.source, pins: new Map() };
}

const answer = (isTrue: boolean): TriState => (isTrue ? 'yes' : 'no');

it('says of every pair of verdicts what all actions say, one by one', async () => {
  let unknown = 0;
  let differing = 0;
  await fc.assert(
    fc.asyncProperty(pair, async ([old, young]) => {
      const comparison = await comparePolicies(compared(sourceOf(old)), compared(sourceOf(young)), solver);
      const exists = new Set<string>();
      for (const named of ['flag', 'mark'])
        for (let n = -1; n <= MAX_VALUE + 1; n += 1)
          for (const flag of [false, true]) {
            const [before, after] = [verdictOf(old, n, flag, named), verdictOf(young, n, flag, named)];
            if (before !== after) exists.add(`${before} ${after}`);
          }
      const go = comparison.categories.find(({ category }) => category === 'go');
      for (const change of go?.changes ?? []) {
        const isThere = exists.has(`${change.old} ${change.new}`);
        if (change.answer === 'unknown') unknown += 1;
        else expect({ ...change, answer: change.answer }).toMatchObject({ old: change.old, answer: isThere ? 'yes' : 'no' });
        if (change.answer !== 'yes') continue;
        const params = new Map(Object.entries(change.params ?? {}));
        const named = params.has('flag') ? 'flag' : 'mark';
        const [n, flag] = [Number(params.get('n')), params.get(named) === true];
        expect([old, young].map((each) => verdictOf(each, n, flag, named))).toEqual([change.old, change.new]);
      }
      // A policy without `go` has the action `stay`, which its default alone decides.
      const [before, after] = [old, young].map(({ isMissing, byDefault }) => (isMissing ? byDefault : 'DENY'));
      if (before !== after) exists.add(`${before} ${after}`);
      if (exists.size > 0) differing += 1;
      expect(comparison).toMatchObject({
        equivalent: answer(exists.size === 0),
        at_most_as_permissive: answer(!['DENY ALLOW', 'DENY REVIEW', 'REVIEW ALLOW'].some((each) => exists.has(each))),
        newly_allowed: answer(exists.has('DENY ALLOW') || exists.has('REVIEW ALLOW')),
      });
    }),
    { numRuns: 150 },
  );
  expect(unknown).toBe(0);
  expect(differing).toBeGreaterThan(30);
});

const promising = (promise: string) => `policy p {
  action "go" (n: 0..1_000_000_000)
  rule every allow on "go" when n >= 0
  ${promise}
}`;

async function answers(old: string, young: string): Promise<readonly TriState[]> {
  const comparison = await comparePolicies(compared(old), compared(young), solver);
  return [comparison.equivalent, comparison.at_most_as_permissive, comparison.newly_allowed];
}

it('proves no verdicts of a policy that breaks a promise: what breaks it is denied', async () => {
  const broken = promising('ensure deny on "go" when n * n == 15_241_383_936');
  const unproven = promising('ensure deny on "go" when n % 1_000_003 == 7_777 and n / 1_000_003 == 55');
  const kept = promising('ensure allow on "go" when n > 7');
  expect(await answers(kept, promising(''))).toEqual(['yes', 'yes', 'no']);
  for (const open of [broken, unproven]) {
    const [equivalent, atMost, newly] = await answers(open, kept);
    expect([equivalent, atMost]).not.toContain('yes');
    expect(newly).not.toBe('no');
    expect((await answers(kept, open))[0]).not.toBe('yes');
  }
});

it('takes the promises of a version from its certificate, and from no other one', async () => {
  const [kept, free] = [compared(promising('ensure allow on "go" when n > 7')), compared(promising(''))];
  const broken = compared(promising('ensure deny on "go" when n % 1_000_003 == 7_777 and n / 1_000_003 == 55'));
  const { certificate } = certify(kept.program);
  if (certificate === null) throw new Error('the policy keeps its promise');
  expect(await comparePolicies({ ...kept, certificate }, free, solver)).toMatchObject({ equivalent: 'yes', newly_allowed: 'no' });
  const forged = { ...broken, certificate };
  expect(await comparePolicies(forged, free, solver)).toEqual(await comparePolicies(broken, free, solver));
  expect((await comparePolicies(forged, free, solver)).equivalent).not.toBe('yes');
});

const rareUpTo = (most: string) => `policy p {
  action "go" (n: 0..${most})
  rule rare allow on "go" when n % 1_000_003 == 7_777 and n / 1_000_003 == 55
}`;

it('sees an action that only one of the policies takes, since it has an integer as a text', async () => {
  const [plain, wide] = [rareUpTo('9_007_199_254_740_991'), rareUpTo('9_007_199_254_740_992')];
  expect(await answers(plain, wide)).toEqual(['no', 'no', 'yes']);
  expect(await answers(wide, plain)).toEqual(['no', 'yes', 'no']);
});
