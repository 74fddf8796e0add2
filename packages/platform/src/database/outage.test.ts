import { createTestDatabase, openProxy, type Proxy, type TestDatabase } from '@kirchhoff/testing';
import { type Database, openDatabase } from './database.js';
import { isDatabaseOutage } from './outage.js';

let test: TestDatabase;
let proxy: Proxy;
let database: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await openProxy(test.url);
  database = openDatabase({ url: proxy.url, poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  await database.$disconnect();
  await proxy.close();
  await test.drop();
});

/** Returns the reason with which a promise was rejected. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'nothing',
    (error: unknown) => error,
  );
}

it('a stopped Postgres is an outage, and over when it is back', async () => {
  await database.account.count();
  proxy.cut();
  const failures = [
    await rejection(database.account.count()),
    await rejection(database.account.findUnique({ where: { id: 'x' } })),
    await rejection(database.$queryRaw`SELECT 1`),
    await rejection(database.$transaction(async (session) => session.account.count())),
    await rejection(database.$executeRaw`UPDATE accounts SET name = name`),
  ];
  expect(failures.map((error) => isDatabaseOutage(error))).toEqual([true, true, true, true, true]);
  await proxy.restore();
  expect(await database.account.count()).toBe(0);
});

it('a Postgres that goes in the middle of a statement or a transaction is an outage', async () => {
  const sleeping = rejection(database.$queryRaw`SELECT pg_sleep(5)::text`);
  const begun = rejection(
    database.$transaction(async (session) => {
      await session.account.count();
      proxy.cut();
      await session.account.count();
    }),
  );
  expect([isDatabaseOutage(await sleeping), isDatabaseOutage(await begun)]).toEqual([true, true]);
});

it('a full disk is an outage', async () => {
  const full = await rejection(database.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`);
  expect(isDatabaseOutage(full)).toBe(true);
});

it('a session that the server ends is an outage', async () => {
  const ended = await rejection(database.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
  expect(isDatabaseOutage(ended)).toBe(true);
});

it('a statement that is cancelled for its time is an outage', async () => {
  const slow = database.$transaction(async (session) => {
    await session.$executeRaw`SET LOCAL statement_timeout = 50`;
    await session.$queryRaw`SELECT pg_sleep(5)::text`;
  });
  expect(isDatabaseOutage(await rejection(slow))).toBe(true);
});

it('a pool with no connection free in time is an outage', async () => {
  const held = [1, 2].map(async () => rejection(database.$queryRaw`SELECT pg_sleep(4)::text`));
  const late = await rejection(database.account.count());
  expect(isDatabaseOutage(late)).toBe(true);
  await Promise.all(held);
}, 15_000);

it('what we asked wrongly is none', async () => {
  await database.account.create({ data: { id: 'acc_1', email: 'a', name: 'a' } });
  const wrong = [
    await rejection(database.account.create({ data: { id: 'acc_1', email: 'a', name: 'a' } })),
    await rejection(database.$queryRaw`SELECT nonsense`),
    await rejection(database.$queryRaw`SELECT 1 / 0`),
    await rejection(database.account.findUniqueOrThrow({ where: { id: 'x' } })),
    new Error('x'),
    undefined,
    'P1001',
  ];
  expect(wrong.map((error) => isDatabaseOutage(error))).toEqual(wrong.map(() => false));
});
