import { createTestRedis } from '@kirchhoff/testing';
import { Redis } from 'ioredis';
import { ClientGone } from '../http/body.js';
import { problem } from '../problems/problem.js';
import { openRedis } from '../queue/redis.js';
import { createEngineBudget, decideBudget } from './engine-budget.js';
import { allLimits } from './limits.js';
import type { RateSubject } from './rate-decision.js';
import { createRateLimit, type TimeMeter } from './rate-limit.js';

const subject = { address: '192.0.2.1', accountId: 'acc_1' };
const other = { ...subject, accountId: 'acc_2' };
const runOf = (whose: RateSubject, estimate = 1) => ({ subject: whose, bytes: 400 * (estimate - 1) });

let shared: Redis;
let out: ReturnType<typeof openRedis>;
beforeAll(async () => {
  shared = new Redis(await createTestRedis());
  out = openRedis('redis://127.0.0.1:1', () => undefined);
});
afterAll(() => {
  shared.disconnect();
  out.disconnect();
});
beforeEach(async () => {
  await shared.flushdb();
});

/** A budget over Redis or, with Redis out, in the process; the clock is moved by hand. */
function open(where: 'shared' | 'process', stepsPerMinute = 6_000) {
  const time = { now: 0 };
  const clock = { now: () => new Date(time.now), monotonic: () => time.now };
  const redis = where === 'shared' ? shared : out;
  const budget = createEngineBudget({ stepsPerMinute, redis, clock });
  const spend = async (accountId: string, ...runs: readonly number[]) =>
    budget.metered(runOf({ ...subject, accountId }), async (meter) => {
      for (const run of runs) meter.spent(run);
    });
  return { time, clock, redis, budget, spend };
}

/** A run that ends when it is told to. */
function ending() {
  const waiting: (() => void)[] = [];
  const wait = async (): Promise<string> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'done';
  };
  const end = (): void => {
    for (const resolve of waiting) resolve();
  };
  return { wait, end };
}

const cut = async (meter: TimeMeter) => {
  meter.spent(20);
  return problem('unavailable', 'The solver is out.');
};

describe.each(['shared', 'process'] as const)('counted in the %s', (where) => {
  it('lets runs through while anything is left, and others whatever one has spent', async () => {
    const { budget, spend } = open(where);
    expect(await budget.take(subject)).toMatchObject({
      kind: 'allowed',
      windows: [{ name: 'engine-steps', limit: 6_000, remaining: 6_000 }],
    });
    await spend('acc_1', 2_000, 3_000.2);
    const { kind, windows } = await budget.take(subject);
    expect(kind).toBe('allowed');
    expect(windows[0]?.remaining).toBeGreaterThanOrEqual(998);
    expect(windows[0]?.remaining).toBeLessThan(1_200);
    await spend('acc_1', 6_000);
    expect((await budget.take(subject)).kind).toBe('limited');
    expect((await budget.take(other)).kind).toBe('allowed');
  });

  it('a run may leave a debt, which has to be earned back', async () => {
    const { budget, spend } = open(where);
    await spend('acc_1', 18_000);
    const decision = await budget.take(subject);
    expect(decision).toMatchObject({ kind: 'limited', windows: [{ remaining: 0 }] });
    expect(decision.kind === 'limited' && decision.retryAfterSeconds).toBeGreaterThanOrEqual(119);
  });

  it('owes an hour at most', async () => {
    const { budget, spend } = open(where);
    await spend('acc_1', 10_000_000);
    const decision = await budget.take(subject);
    expect(decision.kind === 'limited' && decision.retryAfterSeconds).toBeLessThanOrEqual(3_541);
  });

  it('charges nothing where nothing was run, or where the fault is ours, and what was run for a caller that left', async () => {
    const { budget, spend } = open(where, 10);
    await spend('acc_2');
    expect((await budget.take(other)).windows).toMatchObject([{ remaining: 10 }]);
    const failing = budget.metered(runOf(subject), async (meter) => {
      meter.spent(20);
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    expect(await budget.metered(runOf(subject), cut)).toMatchObject({ code: 'unavailable' });
    expect((await budget.take(subject)).windows).toMatchObject([{ remaining: 10 }]);
    await budget.metered({ ...runOf(subject), signal: AbortSignal.abort(new ClientGone()) }, cut);
    expect((await budget.take(subject)).kind).toBe('limited');
  });

  it('of runs that come at once it lets in as many as are estimated to fit, and one, and others when these have cost less', async () => {
    const { budget } = open(where);
    const { wait, end } = ending();
    const all = Array.from({ length: 50 }, async () => budget.metered(runOf(subject, 2_000), wait));
    const outcomes = Promise.all(all);
    await Promise.race([outcomes, ...all]);
    expect(await budget.take(subject)).toMatchObject({ kind: 'limited', windows: [{ remaining: 0 }], retryAfterSeconds: 1 });
    expect(await budget.metered(runOf(other, 2_000), async () => 'done')).toBe('done');
    end();
    const done = (await outcomes).filter((outcome) => outcome === 'done');
    expect(done).toHaveLength(3);
    expect(await budget.take(subject)).toMatchObject({ kind: 'allowed', windows: [{ remaining: 6_000 }] });
  });

  it('holds no more than the budget for one run, and lets one in whatever its estimate', async () => {
    const { budget } = open(where);
    const { wait, end } = ending();
    const one = budget.metered(runOf(subject, 1_000_000), wait);
    expect(await budget.metered(runOf(subject), wait)).toMatchObject({ code: 'rate-limited', headers: { 'Retry-After': '1' } });
    end();
    expect(await one).toBe('done');
  });

  it('lets a task begin that has waited unless what was spent meanwhile has used up the budget', async () => {
    const { budget, spend } = open(where);
    const outcome = await budget.metered(runOf(subject, 6_000), async (meter) => {
      expect(await meter.mayBegin()).toBe(true);
      meter.spent(9_000);
      return (await meter.mayBegin()) ? 'begun' : 'not begun';
    });
    expect(outcome).toMatchObject({ code: 'rate-limited' });
    expect(await spend('acc_1')).toMatchObject({ code: 'rate-limited' });
  });

  it('has for an account what an operator has set for it', async () => {
    const { budget } = open(where);
    const limits = { 'engine-steps': 12_000 };
    await budget.metered(runOf({ ...subject, limits }), async (meter) => meter.spent(6_000));
    const { windows } = await budget.take({ ...subject, limits });
    expect(windows).toMatchObject([{ limit: 12_000 }]);
    expect(windows[0]?.remaining).toBeGreaterThanOrEqual(5_999);
    const shut = { ...other, limits: { 'engine-steps': 0 } };
    expect(await budget.take(shut)).toMatchObject({ kind: 'limited', retryAfterSeconds: 60 });
    expect(await budget.metered(runOf(shut), async () => 'done')).toMatchObject({ code: 'rate-limited' });
  });
});

it.each(['shared', 'process'] as const)(
  'of readers, counted in the %s, it counts who has no account by address, and apart from other budgets',
  async (where) => {
    const { clock, redis, budget } = open(where);
    const readers = createEngineBudget({ name: 'rendering', by: 'reader', stepsPerMinute: 100, redis, clock });
    const anonymous = { address: '2001:db8::1', accountId: undefined };
    await readers.metered(runOf(anonymous), async (meter) => meter.spent(1_000));
    expect(await readers.take({ ...anonymous, address: '2001:db8::2' })).toMatchObject({
      kind: 'limited',
      windows: [{ name: 'rendering' }],
    });
    expect((await readers.take({ ...anonymous, address: '2001:db8:0:1::1' })).kind).toBe('allowed');
    expect((await readers.take({ ...anonymous, accountId: 'acc_1' })).kind).toBe('allowed');
    await readers.metered(runOf(subject), async (meter) => meter.spent(1_000));
    expect((await readers.take(subject)).kind).toBe('limited');
    expect((await budget.take(subject)).kind).toBe('allowed');
    expect(await budget.take(anonymous)).toEqual({ kind: 'allowed', windows: [] });
  },
);

/** Redis with a clock that is moved by hand: a script that asks it for the time is given this one, in milliseconds. */
function onClock(time: { now: number }): Redis {
  const asked = "redis.call('TIME')";
  return new Proxy(shared, {
    get: (redis, name) => {
      if (name === 'eval')
        return async (script: string, keys: number, ...rest: readonly string[]) => {
          const given = `{ ${Math.floor(time.now / 1_000)}, ${(time.now % 1_000) * 1_000} }`;
          return redis.eval(script.replace(asked, given), keys, ...rest);
        };
      const member: unknown = Reflect.get(redis, name);
      return typeof member === 'function' ? member.bind(redis) : member;
    },
  });
}

it('forgets after a minute, and not before, what a killed process has held', async () => {
  const time = { now: 7_000 };
  const { clock } = open('shared');
  const budget = createEngineBudget({ stepsPerMinute: 6_000, redis: onClock(time), clock });
  const { wait, end } = ending();
  const killed = budget.metered(runOf(subject, 6_000), wait);
  const next = async () => budget.metered(runOf(subject), async () => 'begun');
  expect(await next()).toMatchObject({ code: 'rate-limited' });
  time.now += 59_999;
  expect(await next()).toMatchObject({ code: 'rate-limited' });
  expect(await shared.pttl('budget:engine-steps:{acc_1}:held')).toBeLessThanOrEqual(60_000);
  time.now += 1;
  expect(await next()).toBe('begun');
  end();
  await killed;
});

it('in the process the debt is paid by the time that passes', async () => {
  const { budget, spend, time } = open('process');
  await spend('acc_1', 9_000);
  time.now = 30_000;
  expect((await budget.take(subject)).kind).toBe('limited');
  time.now = 31_000;
  expect((await budget.take(subject)).kind).toBe('allowed');
});

it('says when to come back: then there is something to spend', () => {
  for (const [steps, owed] of [1, 7, 60_000, 1_000_000].flatMap((each) =>
    [60_000, 60_001, 75_500, 119_999].map((debt) => [each, debt] as const),
  )) {
    const decision = decideBudget('engine-steps', steps, owed);
    if (decision.kind !== 'limited') throw new Error('it is used up');
    expect(decideBudget('engine-steps', steps, Math.max(0, owed - decision.retryAfterSeconds * 1_000)).kind).toBe('allowed');
  }
});

it('with other limits it is asked after them, and all of them are told', async () => {
  const { budget, clock, redis, spend } = open('process');
  const requests = createRateLimit({ name: 'requests', by: 'account', rules: [{ limit: 2, windowSeconds: 60 }], redis, clock });
  const both = allLimits(requests, budget);
  expect(await both.take(subject)).toMatchObject({
    kind: 'allowed',
    windows: [{ name: 'requests', remaining: 1 }, { name: 'engine-steps' }],
  });
  await spend('acc_1', 9_000);
  expect(await both.take(subject)).toMatchObject({ kind: 'limited', windows: [{ remaining: 0 }, { remaining: 0 }], retryAfterSeconds: 31 });
  expect(await both.take(subject)).toMatchObject({ kind: 'limited', windows: [{ name: 'requests' }], retryAfterSeconds: 60 });
});
