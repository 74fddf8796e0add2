import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { type Database, openDatabase } from '../database/database.js';
import { dailyLimits } from './limits.js';
import { DailyQuotas, giveBackQuota } from './quota-store.js';

const quotas = new DailyQuotas(dailyLimits({ FREE_CERTIFICATIONS_PER_DAY: 10, FREE_VERIFICATIONS_PER_DAY: 50 }));

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ url: test.url, poolSize: 10, applicationName: 'test' });
});
afterAll(async () => {
  await database.$disconnect();
  await test.drop();
});

let made = 0;
async function account(tier: 'free' | 'pro' = 'free'): Promise<string> {
  made += 1;
  const { id } = await database.account.create({ data: { id: `acc_${made}`, email: 'a@example.org', name: 'A', tier } });
  return id;
}

it('counts to the limit, then says how long the day still lasts', async () => {
  const id = await account();
  for (let count = 1; count <= 10; count += 1) {
    expect(await quotas.take(database, id, 'certification')).toMatchObject({ kind: 'taken', count, limit: 10 });
  }
  const decision = await quotas.take(database, id, 'certification');
  expect(decision).toMatchObject({ kind: 'exceeded', limit: 10 });
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  expect(Math.abs(decision.secondsLeft - (midnight - Date.now()) / 1000)).toBeLessThan(5);
  expect(decision.day).toBe(new Date().toISOString().slice(0, 10));
});

it('limits each tier and kind as its setting says', async () => {
  const limits = {
    FREE_CERTIFICATIONS_PER_DAY: 1,
    FREE_VERIFICATIONS_PER_DAY: 2,
    PRO_CERTIFICATIONS_PER_DAY: 3,
    PRO_VERIFICATIONS_PER_DAY: 0,
  };
  const others = new DailyQuotas(dailyLimits(limits));
  for (const [tier, kind, limit] of [
    ['free', 'certification', 1],
    ['free', 'verification', 2],
    ['pro', 'certification', 3],
    ['pro', 'verification', 0],
  ] as const) {
    const id = await account(tier);
    for (let count = 1; count <= limit; count += 1) expect((await others.take(database, id, kind)).kind).toBe('taken');
    expect(await others.take(database, id, kind)).toMatchObject({ kind: 'exceeded', limit });
    expect(await others.read(database, id, kind)).toMatchObject({ limit });
  }
});

it('is exact when 60 ask at once for 50', async () => {
  const id = await account();
  const decisions = await Promise.all(Array.from({ length: 60 }, async () => quotas.take(database, id, 'verification')));
  expect(decisions.filter(({ kind }) => kind === 'taken')).toHaveLength(50);
  expect(await quotas.read(database, id, 'verification')).toMatchObject({ count: 50, limit: 50 });
});

it('gives the last one to whoever is first, and lets the other wait for what becomes of it', async () => {
  const id = await account();
  for (let count = 1; count < 10; count += 1) await quotas.take(database, id, 'certification');
  const isWaiting = async () => {
    const [row] = await database.$queryRaw<{ waiting: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`;
    return row?.waiting === true;
  };
  const second = await database.$transaction(async (session) => {
    expect(await quotas.take(session, id, 'certification')).toMatchObject({ kind: 'taken', count: 10 });
    const asked = quotas.take(database, id, 'certification');
    while (!(await isWaiting())) await new Promise((resolve) => setImmediate(resolve));
    return { asked };
  });
  expect(await second.asked).toMatchObject({ kind: 'exceeded', limit: 10 });
});

it('locks and writes nothing to refuse', async () => {
  const id = await account();
  const takenIn = async () =>
    database.$transaction(async (session) => {
      const { kind } = await quotas.take(session, id, 'certification');
      const [row] = await session.$queryRaw<{ wrote: boolean }[]>`SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote`;
      return { kind, wrote: row?.wrote };
    });
  for (let count = 1; count <= 10; count += 1) expect(await takenIn()).toEqual({ kind: 'taken', wrote: true });
  expect(await takenIn()).toEqual({ kind: 'exceeded', wrote: false });
});

it('counts kinds and accounts apart', async () => {
  const [one, other] = [await account(), await account()];
  await quotas.take(database, one, 'certification');
  expect(await quotas.read(database, one, 'verification')).toMatchObject({ count: 0 });
  expect(await quotas.read(database, other, 'certification')).toMatchObject({ count: 0 });
});

it('knows no limit for pro', async () => {
  const id = await account('pro');
  for (let count = 1; count <= 12; count += 1) {
    expect(await quotas.take(database, id, 'certification')).toMatchObject({ kind: 'taken', limit: null, count });
  }
});

it('is taken back with the transaction that counted', async () => {
  const id = await account();
  await expect(
    database.$transaction(async (session) => {
      await quotas.take(session, id, 'certification');
      throw new Error('later');
    }),
  ).rejects.toThrow('later');
  expect(await quotas.read(database, id, 'certification')).toMatchObject({ count: 0 });
});

describe('giving back', () => {
  it('goes to the day that was charged and no further than nothing', async () => {
    const id = await account();
    const { day } = await quotas.take(database, id, 'certification');
    expect(await giveBackQuota(database, { accountId: id, kind: 'certification', day: '2020-01-01' }, 'failure')).toBe(false);
    expect(await giveBackQuota(database, { accountId: id, kind: 'certification', day }, 'failure')).toBe(true);
    expect(await giveBackQuota(database, { accountId: id, kind: 'certification', day }, 'failure')).toBe(false);
    expect(await quotas.read(database, id, 'certification')).toMatchObject({ count: 0 });
  });

  it('happens three times a day for the guard', async () => {
    const id = await account();
    const days = await Promise.all(Array.from({ length: 5 }, async () => quotas.take(database, id, 'certification')));
    const given = [];
    for (const { day } of days) given.push(await giveBackQuota(database, { accountId: id, kind: 'certification', day }, 'guard'));
    expect(given).toEqual([true, true, true, false, false]);
    expect(await quotas.read(database, id, 'certification')).toMatchObject({ count: 2 });
  });
});
