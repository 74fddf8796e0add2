import { type Database, openDatabase } from '@kirchhoff/platform';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { CircuitLists, queryRunner } from './repository.js';
import { insertCircuits } from './rows.fixture.js';
import type { Sort } from './search.js';
import { counted, readSearch } from './search.js';

/** More than the counting limit, so that only the newest are ranked. */
const FREQUENT = 12_000;

let own: TestDatabase;
let database: Database;
let lists: CircuitLists;
let statements: string[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase({ url: own.url, poolSize: 2, applicationName: 'test' });
  const ask = queryRunner(database);
  lists = new CircuitLists(async (statement) => {
    statements.push(statement.sql);
    return ask(statement);
  });
  const client = new Client({ connectionString: own.url });
  await client.connect();
  await client.query(`INSERT INTO accounts (id, email, name) VALUES ('acc_1', 'a@example.com', 'a')`);
  await insertCircuits(client, 'acc_1', [{ name: 'frequent' }, { name: 'the frequent name, too old' }]);
  const circuits = Array.from({ length: FREQUENT }, (_, index) => ({
    name: index % 100 === 0 ? `frequent ${index}` : `circuit ${index}`,
    description: 'a frequent word',
    certified: index % 2 === 0,
  }));
  await insertCircuits(client, 'acc_1', circuits);
  await client.query('ANALYZE circuits');
  await client.end();
});
afterAll(async () => {
  await database.$disconnect();
  await own.drop();
});

async function page(text: string, sort: Sort, offset: number, limit: number, state?: 'certified') {
  const search = readSearch(text);
  if (search === undefined) throw new Error('nothing to search for');
  const filter = { accountId: undefined, owner: undefined, state, asOf: undefined };
  statements = [];
  return lists.page({ filter, slice: { offset, limit }, search, sort });
}

const names = (found: Awaited<ReturnType<typeof page>>) => found.circuits.map(({ name }) => name);

it('what is called so comes first whatever its age, then the newest with it in their name, then the newest', async () => {
  const found = await page('frequent', 'relevance', 0, 10);
  expect(found).toMatchObject({ total: 10_000, totalCapped: true });
  expect(names(found)).toEqual([
    'frequent',
    ...[11_900, 11_800, 11_700].map((number) => `frequent ${number}`),
    ...[11_999, 11_998, 11_997, 11_996, 11_995, 11_994].map((number) => `circuit ${number}`),
  ]);
});

it('pages meet at the border of what is ranked, and all together are all that match', async () => {
  const pids: string[] = [];
  for (let offset = 0; offset < FREQUENT + 2; offset += 607) {
    const found = await page('frequent', 'relevance', offset, 607);
    pids.push(...found.circuits.map(({ pid }) => pid));
  }
  expect(pids).toHaveLength(FREQUENT + 2);
  expect(new Set(pids).size).toBe(FREQUENT + 2);
  const last = await page('frequent', 'relevance', FREQUENT + 1, 10);
  expect(names(last)).toEqual(['the frequent name, too old']);
});

it('a frequent word is met by going through the list, and a rare one looked up', async () => {
  await page('frequent', 'relevance', 0, 10);
  expect(statements).toHaveLength(3);
  expect(names(await page('11500', 'relevance', 0, 10))).toEqual(['frequent 11500']);
  expect(statements).toHaveLength(2);
  expect(names(await page('11500 f', 'relevance', 0, 10))).toEqual(['frequent 11500']);
  expect(names(await page('11500 x', 'relevance', 0, 10))).toEqual([]);
});

it('up to 10,000 are counted and ranked whole', async () => {
  const found = await page('frequent', 'relevance', 0, 3, 'certified');
  expect(found).toMatchObject({ total: FREQUENT / 2, totalCapped: false });
  expect(names(found)).toEqual(['frequent 11900', 'frequent 11800', 'frequent 11700']);
  const { circuits } = await page('frequent', 'relevance', 119, 2, 'certified');
  expect(circuits.map(({ name }) => name)).toEqual(['frequent 0', 'circuit 11998']);
});

it.each([
  ['newest', 'circuit 11999'],
  ['oldest', 'frequent'],
  ['updated', 'circuit 11999'],
  ['name', 'circuit 1'],
] as const)('sorted by %s a frequent word is not ranked', async (sort, first) => {
  const found = await page('frequent', sort, 0, 1);
  expect(found).toMatchObject({ total: 10_000, totalCapped: true });
  expect(names(found)).toEqual([first]);
});

async function count(text: string, most: number): Promise<number> {
  const search = readSearch(text);
  if (search === undefined) throw new Error('nothing to search for');
  const filter = { accountId: undefined, owner: undefined, state: undefined, asOf: undefined, search };
  const [row] = await queryRunner(database)<{ counted: number }>(counted(filter, { most, sampledPages: 100 }));
  return row?.counted ?? 0;
}

it('a sample that leaves no doubt saves the counting, and never says more where there are no more', async () => {
  expect(await count('frequent', 100)).toBe(101);
  for (let run = 0; run < 30; run += 1) expect(await count('the frequent name', 1)).toBe(1);
  expect(await count('circuit', 11_880)).toBe(11_880);
  expect(await count('circuit', 11_879)).toBe(11_880);
  expect(await count('missing', 10)).toBe(0);
});
