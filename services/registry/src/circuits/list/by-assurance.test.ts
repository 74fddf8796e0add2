import { type Database, openDatabase, Prisma } from '@kirchhoff/platform';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { type CircuitFilter, ORDERS } from './filter.js';
import { CircuitLists, type QueryRunner, queryRunner } from './repository.js';
import { insertCircuits } from './rows.fixture.js';
import { readSearch } from './search.js';

/** Enough rows that a plan which reads all of them is visibly wrong. */
const CIRCUITS = 30_000;
/** One circuit in this many is certified by a solver. */
const RARE = 1_000;

let own: TestDatabase;
let database: Database;
let plans: string[] = [];
let lists: CircuitLists;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase({ url: own.url, poolSize: 2, applicationName: 'test' });
  const ask = queryRunner(database);
  const explaining: QueryRunner = async (statement) => {
    const lines = await ask<{ 'QUERY PLAN': string }>(Prisma.sql`EXPLAIN ${statement}`);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return ask(statement);
  };
  lists = new CircuitLists(explaining);
  const client = new Client({ connectionString: own.url });
  await client.connect();
  await client.query(`INSERT INTO accounts (id, email, name) VALUES ('acc_1', 'a@example.com', 'a'), ('acc_2', 'b@example.com', 'b')`);
  const circuits = Array.from({ length: CIRCUITS }, (_, index) => ({
    name: `circuit ${index}`,
    description: 'a frequent word',
    visibility: index % 7 === 0 ? ('private' as const) : ('public' as const),
    certified: index % 2 === 0,
    ...(index % 2 === 0 ? { assurance: index % RARE === 0 ? ('solver' as const) : ('kernel' as const) } : {}),
  }));
  for (const account of ['acc_1', 'acc_2']) await insertCircuits(client, account, circuits.slice(0, CIRCUITS / 2));
  await client.query('VACUUM ANALYZE circuits');
  await client.query('VACUUM ANALYZE circuit_versions');
  await client.end();
});
beforeEach(() => {
  plans = [];
});
afterAll(async () => {
  await database.$disconnect();
  await own.drop();
});

const BY_SOLVER: CircuitFilter = { accountId: undefined, owner: undefined, state: 'solver', asOf: undefined };
const SLICE = { offset: 0, limit: 20 };
/** Circuits of one account: 0, 1,000 … 14,000; private are 0, 7,000 and 14,000. */
const OWN = 15;
const OWN_PRIVATE = 3;

/** Expects that the index on the grade finds the circuits: no other row is read and dropped. */
function expectOneRange(): void {
  const shown = plans.join('\n');
  expect(shown).toMatch(/Index Cond: .*assurance = 'solver'/);
  expect(shown).not.toMatch(/Filter: .*assurance|Seq Scan|using circuits_certified_/);
}

it.each(ORDERS)('%s: the public ones of a grade are one range of an index', async (sort) => {
  const found = await lists.page({ filter: BY_SOLVER, slice: SLICE, search: undefined, sort });
  expect(found.total).toBe(2 * (OWN - OWN_PRIVATE));
  expect(plans.join('\n')).toMatch(/Index (Only )?Scan.* using circuits_assurance_/);
  expectOneRange();
});

it.each(ORDERS)('%s: so are those of an account', async (sort) => {
  const found = await lists.page({ filter: { ...BY_SOLVER, accountId: 'acc_1', owner: 'acc_1' }, slice: SLICE, search: undefined, sort });
  expect(found.total).toBe(OWN);
  expect(plans.join('\n')).toContain('circuits_account_id_visibility_assurance_created_at_id_idx');
  expectOneRange();
});

it('with a key it is the public ones and the own private ones', async () => {
  const found = await lists.page({ filter: { ...BY_SOLVER, accountId: 'acc_1' }, slice: SLICE, search: undefined, sort: 'newest' });
  expect(found.total).toBe(2 * (OWN - OWN_PRIVATE) + OWN_PRIVATE);
  expectOneRange();
});

it('a frequent word among the few of a grade is looked for in them', async () => {
  const search = readSearch('frequent');
  if (search === undefined) throw new Error('nothing to search for');
  const found = await lists.page({ filter: BY_SOLVER, slice: SLICE, search, sort: 'relevance' });
  expect(found.total).toBe(2 * (OWN - OWN_PRIVATE));
  expect(plans.join('\n')).toContain('circuits_assurance_');
  expectOneRange();
});
