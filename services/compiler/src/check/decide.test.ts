import { setImmediate as nextTurn } from 'node:timers/promises';
import { compileBudgetedPolicy, read } from '@kirchhoff/coherence';
import { FairTurns, OWN_SHARE, problem } from '@kirchhoff/platform';
import { closedBy } from '../engine/closed.js';
import { decide as decideInThread } from '../engine/policy-tasks.js';
import type { DecideWork, Ending, RequestedAction } from '../engine/work.js';
import { EQUAL_RECORDS, STATED_DOMAIN, upTo } from '../testing/sources.fixture.js';
import type { Decider } from './compiled-policies.js';
import { type Asking, type DecideDeps, decideAll } from './decide.js';

type Here = Extract<Decider, { kind: 'here' }>;

function deciderOf(source: string): Here {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error(JSON.stringify(reading));
  const { program } = reading;
  return {
    kind: 'here',
    attempt: compileBudgetedPolicy(program),
    stored: { source, pinned: [], closed: closedBy(program, undefined) },
  };
}

function inThread(source: string): Decider {
  return { kind: 'in-thread', stored: deciderOf(source).stored };
}

/** An engine that decides without a thread, and what it was given; a clock that stands still. */
function deps(): DecideDeps & { readonly given: DecideWork[] } {
  const given: DecideWork[] = [];
  const decide: DecideDeps['engine']['decide'] = async (work) => {
    given.push(work);
    return decideInThread(work);
  };
  const clock = { now: () => new Date(0), monotonic: () => 0 };
  return { given, engine: { decide }, clock, turns: new FairTurns(clock) };
}

const ASKING: Asking = { share: OWN_SHARE, kind: 'batch', signal: new AbortController().signal };
const pay = (n: number): RequestedAction => ({ category: 'pay', params: { n } });

/** Dear only if `n` is 9, so that one action's cost does not tell that of the others. */
const NOW_AND_THEN = EQUAL_RECORDS.replace('when slow(n)', 'when n < 9 or slow(n)');

async function decideOn(source: string, actions: readonly RequestedAction[], given: DecideDeps) {
  return decideAll(deciderOf(source), actions, given, ASKING);
}

it.each([
  ['a comparison of large records', EQUAL_RECORDS],
  ['a check of a large stated domain', STATED_DOMAIN],
])('%s, however cheap it looks, is not done on the event loop', async (_what, source) => {
  const used = deps();
  const decisions = await decideOn(source, [pay(1)], used);
  expect(decisions).toMatchObject([{ verdict: 'ALLOW', rule: 'slowly' }]);
  expect(used.given).toEqual([{ source, pinned: [], closed: false, actions: [pay(1)] }]);
});

it('the first action of a batch that is over the budget goes to the engine with all after it, and the order is kept', async () => {
  const used = deps();
  const actions = [pay(1), pay(10), pay(9), pay(2), { category: 'steal', params: {} }];
  const decisions = await decideOn(NOW_AND_THEN, actions, used);
  expect(used.given.map((work) => work.actions)).toEqual([actions.slice(2)]);
  expect(decisions).toMatchObject(['ALLOW', 'DENY', 'ALLOW', 'ALLOW', 'DENY'].map((verdict) => ({ verdict })));
});

it.each([
  ['is busy', problem('busy', 'later')],
  ['ends it by its guard', problem('guard-exceeded', 'too long')],
])('what is over the budget is no decision where the engine %s', async (_what, refusal) => {
  const decisions = await decideOn(NOW_AND_THEN, [pay(1), pay(9)], { ...deps(), engine: { decide: async () => refusal } });
  expect(decisions).toBe(refusal);
});

it('an over-budget attempt is neither ALLOW nor DENY', () => {
  const { attempt } = deciderOf(EQUAL_RECORDS);
  expect(attempt('pay', { n: 1 }, 50_000)).toEqual({ type: 'over-budget' });
  expect(attempt('pay', { n: 10 }, 0)).toMatchObject({ type: 'decided', decision: { verdict: 'DENY' } });
});

it('a batch lets others go first each time its decisions have taken the steps of a turn', async () => {
  const counting =
    'policy counting {\n action "pay" (n: 0..1_000)\n rule r allow on "pay" when (count k in 0..400 { (n * k + 7) % 97 == 5 }) > 3\n}';
  const decider = deciderOf(counting);
  const alone = decider.attempt('pay', { n: 7 }, 1_000_000);
  const steps = alone.type === 'decided' ? alone.steps : Number.NaN;
  const used = deps();
  const watch = { turns: 0, isOver: false };
  const watching = (async () => {
    while (!watch.isOver) {
      await nextTurn();
      watch.turns += 1;
    }
  })();
  const actions = Array.from({ length: 1_000 }, (_, n) => pay(n));
  const decisions = await decideAll(decider, actions, used, ASKING);
  watch.isOver = true;
  await watching;
  expect([Array.isArray(decisions) && decisions.length, used.given]).toEqual([1_000, []]);
  // A turn has less than twice 50,000 steps.
  expect(watch.turns).toBeGreaterThanOrEqual(Math.floor((0.9 * 1_000 * steps) / 100_000));
  expect(steps).toBeGreaterThan(400);
});

describe('no action after the last decision that is asked for is decided', () => {
  const asking: Asking = { ...ASKING, ending: 'first that is no ALLOW' };

  it('on the event loop', async () => {
    const used = deps();
    const actions = [pay(1), pay(10), pay(9), pay(1)];
    const decisions = await decideAll(deciderOf(NOW_AND_THEN), actions, used, asking);
    expect(decisions).toMatchObject([{ verdict: 'ALLOW' }, { verdict: 'DENY' }]);
    expect(used.given).toEqual([]);
  });

  it('after the first that goes to a thread', async () => {
    const decisions = await decideAll(deciderOf(NOW_AND_THEN), [pay(9), pay(1), pay(10), pay(9)], deps(), asking);
    expect(decisions).toMatchObject([{ verdict: 'ALLOW' }, { verdict: 'ALLOW' }, { verdict: 'DENY' }]);
  });

  it('in a thread, and all are if none is the last', async () => {
    const decider = inThread(NOW_AND_THEN);
    expect(await decideAll(decider, [pay(1), pay(10), pay(1)], deps(), asking)).toHaveLength(2);
    expect(await decideAll(decider, [pay(1), pay(2)], deps(), asking)).toHaveLength(2);
  });

  it.each<readonly [Ending, readonly RequestedAction[]]>([
    ['first that is no ALLOW', [pay(1), pay(10), pay(1), pay(2)]],
    ['first ALLOW', [pay(10), pay(1), pay(2)]],
  ])('the thread itself ends with the %s', (ending, actions) => {
    const decided = decideInThread({ ...deciderOf(NOW_AND_THEN).stored, actions, ending });
    expect(decided).toMatchObject({ kind: 'decisions' });
    expect(decided.kind === 'decisions' && decided.decisions).toHaveLength(2);
  });
});

describe('an answer that grows too large is given up', () => {
  const why = 'x'.repeat(100_000);
  const wordy = (when: string) => NOW_AND_THEN.replace(/when .*/, `when ${when} "${why}"`);
  const actions = Array.from({ length: 1_000 }, () => pay(8));

  it('on the event loop, at the action with which it does', async () => {
    const decider = deciderOf(wordy('n < 9'));
    let attempts = 0;
    const counted: Here = {
      ...decider,
      attempt: (...asked) => {
        attempts += 1;
        return decider.attempt(...asked);
      },
    };
    expect(await decideAll(counted, actions, deps(), ASKING)).toMatchObject({ kind: 'problem', code: 'payload-too-large' });
    expect(attempts).toBe(42);
  });

  it('in a thread', async () => {
    const decider = inThread(wordy('n < 9'));
    expect(await decideAll(decider, actions, deps(), ASKING)).toMatchObject({ kind: 'problem', code: 'payload-too-large' });
  });

  it('and ordinary ones do not: 1,000 decisions with ten errors each', async () => {
    const long = Array.from({ length: 1_000 }, () => ({
      category: 'pay',
      params: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a_rather_long_name_of_a_param_${index}`, index])),
    }));
    expect(await decideOn(upTo(5), long, deps())).toHaveLength(1_000);
  });
});
