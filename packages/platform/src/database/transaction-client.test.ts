import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Prisma } from '../generated/prisma/client.js';
import { type Database, openDatabase, runPrepared } from './database.js';
import { isDatabaseOutage } from './outage.js';
import { transact } from './transaction.js';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase({ url: own.url, poolSize: 1, applicationName: 'test', pooling: 'transaction' });
});
afterAll(async () => {
  await database.$disconnect();
  await own.drop();
});

const LIMITS = Prisma.sql`SELECT current_setting('statement_timeout') AS statement,
  current_setting('idle_in_transaction_session_timeout') AS idle`;

it('each transaction sets its limits itself, and a statement alone has a transaction', async () => {
  const limits = [{ statement: '10s', idle: '15s' }];
  expect(await database.$queryRaw(LIMITS)).toEqual(limits);
  expect(await database.$transaction(async (session) => session.$queryRaw(LIMITS))).toEqual(limits);
  expect(await runPrepared(database, Prisma.sql`/* prepared: test-limits */ ${LIMITS}`)).toEqual(limits);
});

it('the session has no setting and no prepared statement: it belongs to other clients too', async () => {
  await runPrepared(database, Prisma.sql`/* prepared: test-nameless */ SELECT 1 AS one`);
  const rows = await database.$queryRaw`SELECT (SELECT count(*)::integer FROM pg_prepared_statements) AS prepared,
    (SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout') AS before`;
  expect(rows).toEqual([{ prepared: 0, before: '0' }]);
});

const account = (id: string) => ({ data: { id, email: id, name: id } });

it('a statement is committed, and a failed one or a failed transaction is not', async () => {
  await database.account.create(account('acc_1'));
  await expect(database.account.create(account('acc_1'))).rejects.toThrow();
  await expect(
    transact(database, async (session) => {
      await session.account.create(account('acc_2'));
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await transact(database, async (session) => session.account.create(account('acc_3')));
  const ids = (await database.account.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
  expect(ids).toEqual(['acc_1', 'acc_3']);
});

it('a session that the server ends is an outage, and replaced', async () => {
  const error: unknown = await database.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`.catch((reason: unknown) => reason);
  expect(isDatabaseOutage(error)).toBe(true);
  expect(await database.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});
