import { createTestDatabase, openProxy, type Proxy, type TestDatabase } from '@kirchhoff/testing';
import { Prisma } from '../generated/prisma/client.js';
import { type Database, openDatabase, runPrepared } from './database.js';
import { isDatabaseOutage } from './outage.js';

let own: TestDatabase;
let proxy: Proxy;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase('empty');
  proxy = await openProxy(own.url);
  database = openDatabase({ url: proxy.url, poolSize: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.$disconnect();
  await proxy.close();
  await own.drop();
});

it('values come as a row says them, bytes in memory of their own', async () => {
  const bytes = new Uint8Array([0, 1, 255]);
  const [row] = await runPrepared<Record<string, unknown>>(
    database,
    Prisma.sql`/* prepared: test-values */ SELECT ${bytes}::bytea AS octets, ${1.5}::float8 AS number, ${null}::text AS nothing,
      ${['a', 'b']}::text[] AS texts, '{"a":[1]}'::json AS json, ${new Date(1_000)}::timestamptz AS moment, ${true}::boolean AS flag`,
  );
  expect(row).toEqual({
    octets: bytes,
    number: 1.5,
    nothing: null,
    texts: ['a', 'b'],
    json: { a: [1] },
    moment: new Date(1_000),
    flag: true,
  });
  expect(row?.['octets']).toHaveProperty('buffer.byteLength', 3);
});

const planned = (value: number) => Prisma.sql`/* prepared: test-planned */ SELECT ${value}::integer AS value`;

it("is planned once, on the client's own connections, which know the same statement by the same name", async () => {
  for (let value = 0; value < 3; value += 1) {
    expect(await runPrepared(database, planned(value))).toEqual([{ value }]);
    expect(await database.$queryRaw(planned(value))).toEqual([{ value }]);
  }
  const rows = await database.$queryRaw`SELECT name FROM pg_prepared_statements WHERE name = 'test-planned'`;
  expect(rows).toEqual([{ name: 'test-planned' }]);
});

it('a statement without a name is our mistake', async () => {
  await expect(runPrepared(database, Prisma.sql`SELECT 1`)).rejects.toThrow('has no name');
});

it('Postgres being out is an outage, and it is used again when it is back', async () => {
  const statement = Prisma.sql`/* prepared: test-outage */ SELECT 1 AS one`;
  expect(await runPrepared(database, statement)).toEqual([{ one: 1 }]);
  proxy.cut();
  const error: unknown = await runPrepared(database, statement).catch((reason: unknown) => reason);
  expect(isDatabaseOutage(error)).toBe(true);
  await proxy.restore();
  expect(await runPrepared(database, statement)).toEqual([{ one: 1 }]);
});
