import { type Collector, createTestDatabase, startCollector, type TestDatabase, traceTree } from '@kirchhoff/testing';
import { Prisma } from '../generated/prisma/client.js';
import { underSpan } from '../telemetry/tracing/span.js';
import { openTestTracing } from '../telemetry/tracing/tracing.fixture.js';
import { type Database, openDatabase, runPrepared } from './database.js';
import { nameStatement } from './statement-spans.js';

it.each([
  ['/* prepared: key-by-hash */ SELECT 1', 'key-by-hash', 'SELECT'],
  ['\n  WITH a AS (SELECT 1) SELECT * FROM a', 'WITH', 'WITH'],
  ['SELECT "public"."accounts"."id" FROM "public"."accounts" WHERE 1=1', 'SELECT accounts', 'SELECT'],
  ['INSERT INTO "public"."api_keys" ("id") VALUES ($1)', 'INSERT api_keys', 'INSERT'],
  ['update "public"."accounts" SET "a" = $1', 'UPDATE', 'UPDATE'],
  ['/* a remark */ DELETE FROM x', 'DELETE', 'DELETE'],
  ['COMMIT', 'COMMIT', 'COMMIT'],
  ['VACUUM', 'OTHER', 'OTHER'],
  ['', 'OTHER', 'OTHER'],
])('%j is called %s', (sql, name, operation) => {
  expect(nameStatement(sql)).toEqual({ name, operation });
});

let own: TestDatabase;
let database: Database;
let collector: Collector;
beforeAll(async () => {
  [own, collector] = await Promise.all([createTestDatabase(), startCollector()]);
  // One connection: the statements of several requests wait for each other.
  database = openDatabase({ url: own.url, poolSize: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.$disconnect();
  await own.drop();
  await collector.close();
});

it('each statement is a part of the request that sends it, however it is sent and whoever gave the connection back', async () => {
  const { tracing } = await openTestTracing(collector.url);
  const request = async (name: string, work: () => Promise<unknown>) => {
    const { span } = tracing.beginRequest(name, undefined);
    await underSpan(span, work);
    span?.end();
  };
  const email = 'secret@example.org';
  await Promise.all([
    request('model', async () => database.account.findFirst({ where: { email } })),
    request('prepared', async () => runPrepared(database, Prisma.sql`/* prepared: test-one */ SELECT ${email}::text AS one`)),
    request('raw', async () => database.$queryRaw`SELECT ${email}::text`),
    request('transaction', async () =>
      database.$transaction(async (session) => {
        await session.$executeRaw`UPDATE accounts SET email = ${email} WHERE false`;
        await session.account.count({ where: { email } });
      }),
    ),
    request('failing', async () => database.$queryRaw`SELECT ${email}::text::integer`.catch(() => undefined)),
  ]);
  await database.$queryRaw`SELECT 1`;
  await tracing.close();
  expect(traceTree(collector.spans())).toEqual([
    'failing',
    '  SELECT',
    'model',
    '  SELECT accounts',
    'prepared',
    '  test-one',
    'raw',
    '  SELECT',
    'transaction',
    '  BEGIN',
    '  COMMIT',
    '  SELECT accounts',
    '  UPDATE',
  ]);
  const failing = collector.spans().find(({ name }) => name === 'failing');
  expect(collector.spans().find(({ parentSpanId }) => parentSpanId === failing?.spanId)).toMatchObject({
    status: 2,
    attributes: { 'error.type': '22P02' },
  });
  expect(collector.requests.map(({ body }) => body.toString()).join('')).not.toContain('secret');
});
