import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { type Database, openDatabase } from '../database/database.js';
import { DailyQuotas, giveBackQuota } from './quota-store.js';

const quotas = new DailyQuotas({ free: { certification: 10, verification: 50 }, pro: { certification: null, verification: null } });

let test: TestDatabase;
let database: Database;

/** A database on whose connections `now()` returns the value of the table `clock.hands`. */
beforeAll(async () => {
  test = await createTestDatabase();
  const setting = openDatabase({ url: test.url, poolSize: 1, applicationName: 'test' });
  for (const statement of [
    'CREATE SCHEMA clock',
    'CREATE TABLE clock.hands (now timestamptz NOT NULL)',
    `INSERT INTO clock.hands VALUES ('2026-11-20T12:00:00Z')`,
    `CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now FROM clock.hands'`,
    `INSERT INTO accounts (id, email, name) VALUES ('acc_1', 'a@example.org', 'A'), ('acc_2', 'a@example.org', 'A')`,
  ])
    await setting.$executeRawUnsafe(statement);
  await setting.$disconnect();
  const url = new URL(test.url);
  url.searchParams.set('options', '-c search_path=clock,pg_catalog,public -c TimeZone=Pacific/Kiritimati');
  database = openDatabase({ url: url.href, poolSize: 10, applicationName: 'test' });
});
afterAll(async () => {
  await database.$disconnect();
  await test.drop();
});

async function itIs(time: string): Promise<void> {
  await database.$executeRawUnsafe(`UPDATE clock.hands SET now = '${time}'`);
}

it('begins a new day at midnight UTC, wherever the server is', async () => {
  await itIs('2026-11-20T23:59:59.750Z');
  for (let count = 1; count <= 10; count += 1) {
    expect(await quotas.take(database, 'acc_1', 'certification')).toMatchObject({
      kind: 'taken',
      day: '2026-11-20',
      count,
      secondsLeft: 1,
    });
  }
  expect(await quotas.take(database, 'acc_1', 'certification')).toMatchObject({ kind: 'exceeded', day: '2026-11-20', secondsLeft: 1 });
  await itIs('2026-11-21T00:00:00Z');
  expect(await quotas.read(database, 'acc_1', 'certification')).toMatchObject({ day: '2026-11-21', count: 0 });
  expect(await quotas.take(database, 'acc_1', 'certification')).toMatchObject({
    kind: 'taken',
    day: '2026-11-21',
    count: 1,
    secondsLeft: 86_400,
  });
});

it('is exact on each of two days while the day changes', async () => {
  await itIs('2026-12-31T23:59:59Z');
  const before = Array.from({ length: 30 }, async () => quotas.take(database, 'acc_2', 'certification'));
  await itIs('2027-01-01T00:00:00Z');
  const after = Array.from({ length: 30 }, async () => quotas.take(database, 'acc_2', 'certification'));
  const decisions = await Promise.all([...before, ...after]);
  const taken = decisions.filter(({ kind }) => kind === 'taken').map(({ day }) => day);
  const onOld = decisions.filter(({ day }) => day === '2026-12-31').length;
  expect(taken.filter((day) => day === '2027-01-01')).toHaveLength(10);
  expect(taken.filter((day) => day === '2026-12-31')).toHaveLength(Math.min(10, onOld));
});

it('gives back to the day that was charged, also after it is over', async () => {
  await itIs('2026-06-30T23:59:59Z');
  const { day } = await quotas.take(database, 'acc_1', 'verification');
  await itIs('2026-07-01T00:00:01Z');
  await quotas.take(database, 'acc_1', 'verification');
  expect(await giveBackQuota(database, { accountId: 'acc_1', kind: 'verification', day }, 'failure')).toBe(true);
  expect(await quotas.read(database, 'acc_1', 'verification')).toMatchObject({ day: '2026-07-01', count: 1 });
  await itIs('2026-06-30T23:59:59Z');
  expect(await quotas.read(database, 'acc_1', 'verification')).toMatchObject({ day: '2026-06-30', count: 0 });
});
