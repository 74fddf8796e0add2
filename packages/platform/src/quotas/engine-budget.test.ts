import { Redis } from 'ioredis';
import { openRedis } from '../queue/redis.js';
import { createTestRedis } from '../testing/test-redis.js';
import { allLimits } from './all-limits.js';
import { createEngineBudget, decideBudget, readerOf } from './engine-budget.js';
import { createRateLimit } from './rate-limit.js';

const subject = { address: '192.0.2.1', accountId: 'acc_1' };
const other = { ...subject, accountId: 'acc_2' };

let shared: Redis;
let out: Redis;
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
    budget.metered(accountId, async (spent) => {
      for (const run of runs) spent(run);
    });
  return { time, clock, redis, budget, spend };
}

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

  it('charges a run that ends with an exception, and nothing where nothing was run', async () => {
    const { budget, spend } = open(where, 10);
    await spend('acc_2');
    expect((await budget.take(other)).kind).toBe('allowed');
    const failing = budget.metered('acc_1', async (spent) => {
      spent(20);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect((await budget.take(subject)).kind).toBe('limited');
  });
});

it.each(['shared', 'process'] as const)(
  'of readers, counted in the %s, it counts who has no account by address, and apart from other budgets',
  async (where) => {
    const { clock, redis, budget } = open(where);
    const readers = createEngineBudget({ name: 'rendering', by: 'reader', stepsPerMinute: 100, redis, clock });
    const anonymous = { address: '2001:db8::1', accountId: undefined };
    await readers.metered(readerOf(anonymous), async (spent) => spent(1_000));
    expect(await readers.take({ ...anonymous, address: '2001:db8::2' })).toMatchObject({
      kind: 'limited',
      windows: [{ name: 'rendering' }],
    });
    expect((await readers.take({ ...anonymous, address: '2001:db8:0:1::1' })).kind).toBe('allowed');
    expect((await readers.take({ ...anonymous, accountId: 'acc_1' })).kind).toBe('allowed');
    await readers.metered(readerOf(subject), async (spent) => spent(1_000));
    expect((await readers.take(subject)).kind).toBe('limited');
    expect((await budget.take(subject)).kind).toBe('allowed');
    expect(await budget.take(anonymous)).toEqual({ kind: 'allowed', windows: [] });
  },
);

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
