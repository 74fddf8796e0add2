import { Client } from 'pg';
import { startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { insertCircuits } from './rows.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
const clients: Client[] = [];

beforeAll(async () => {
  registry = await startTestRegistry();
  ada = await registry.register();
});
afterAll(async () => {
  await Promise.all(clients.map(async (client) => client.end()));
  await registry.close();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: registry.environment['DATABASE_URL'] });
  await client.connect();
  clients.push(client);
  return client;
}

interface Walked {
  /** The count of the first page. */
  readonly total: number;
  readonly pids: readonly string[];
}

const linkTo = (relation: string, field: string | undefined) => new RegExp(`<([^>]+)>; rel="${relation}"`).exec(field ?? '')?.[1];

/** Follows `next` from a first page to the end. */
async function follow(address: string, meanwhile: () => Promise<void> = async () => Promise.resolve()): Promise<Walked> {
  const first = await registry.api.get(address).expect(200);
  const pids: string[] = [];
  for (let page = first, next; ; page = await registry.api.get(next).expect(200)) {
    pids.push(...page.body.circuits.map(({ pid }: { pid: string }) => pid));
    next = linkTo('next', page.headers['link']);
    if (next === undefined) return { total: first.body.total, pids };
    await meanwhile();
  }
}

it('a circuit that is committed late, though made before others, is on no page after the first', async () => {
  const [early, client] = [await connect(), await connect()];
  await insertCircuits(client, ada.accountId, [{ name: 'one' }, { name: 'two' }, { name: 'three' }]);
  await early.query('BEGIN');
  // Writes of one account run one after another, since they count its storage.
  const bob = await registry.register();
  const [late] = await insertCircuits(early, bob.accountId, [{ name: 'late' }]);
  await insertCircuits(client, ada.accountId, [{ name: 'four' }, { name: 'five' }]);
  let committed = false;
  const { total, pids } = await follow('/v1/circuits?limit=2', async () => {
    if (!committed) await early.query('COMMIT');
    committed = true;
  });
  expect(pids).not.toContain(late);
  expect(pids).toHaveLength(total);
  expect(new Set(pids).size).toBe(total);
  expect((await follow('/v1/circuits?limit=2')).pids).toContain(late);
});

it.each(['newest', 'oldest', 'updated', 'name', 'relevance'])(
  'sorted by %s, all that the first page counted are seen once each, while others write as fast as they can and commit out of order',
  async (sort) => {
    const writers = await Promise.all([1, 2, 3].map(async () => ({ client: await connect(), account: await registry.register() })));
    await insertCircuits(
      await connect(),
      ada.accountId,
      Array.from({ length: 40 }, (_, index) => ({ name: `stable ${index % 7}`, certified: index % 3 === 0 })),
    );
    const reading = new AbortController();
    let written = 0;
    const writing = writers.map(async ({ client, account }, index) => {
      while (!reading.signal.aborted) {
        await client.query('BEGIN');
        await insertCircuits(client, account.accountId, [{ name: 'stable 3', certified: index === 0 }, { name: 'stable new' }]);
        // The first transaction stays open while others commit.
        if (index === 0) await client.query('SELECT pg_sleep(0.01)');
        await client.query('COMMIT');
        written += 2;
      }
    });
    const search = sort === 'relevance' ? '&search=stable' : '';
    const { total, pids } = await follow(`/v1/circuits?limit=9&sort=${sort}${search}`);
    reading.abort();
    await Promise.all(writing);
    expect(written).toBeGreaterThan(10);
    expect(pids).toHaveLength(total);
    expect(new Set(pids).size).toBe(total);
  },
);

it('a link from before a restore into another server shows what was there, and is no error', async () => {
  await insertCircuits(await connect(), ada.accountId, [{ name: 'restored' }]);
  const token = encodeURIComponent(`${new Date().toISOString()}_9000000000_9000000010_9000000003`);
  const { body } = await registry.api.get(`/v1/circuits?as_of=${token}`).expect(200);
  expect(body.circuits[0].name).toBe('restored');
});

it('circuits that were restored with numbers this server has not reached are seen once they are an hour old', async () => {
  const client = await connect();
  const [restored] = await insertCircuits(client, ada.accountId, [{ name: 'of another server' }]);
  await client.query(`UPDATE circuits SET published_xid = '9000000000', created_at = now() - interval '2 hours' WHERE id = $1`, [restored]);
  expect((await follow('/v1/circuits?limit=50&sort=oldest')).pids).toContain(restored);
  const { headers } = await registry.api.get('/v1/circuits?sort=oldest&limit=1').expect(200);
  const { body } = await registry.api.get(linkTo('first', headers['link']) ?? '').expect(200);
  expect(body.circuits[0].pid).toBe(restored);
});

it('a time shows what was made up to it', async () => {
  const { body } = await registry.api.get(`/v1/circuits?as_of=${encodeURIComponent('2020-01-01T00:00:00+01:00')}`).expect(200);
  expect(body).toMatchObject({ circuits: [], total: 0, pages: 0 });
  for (const time of [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
    '9999-12-31T23:59:59Z_1_9223372036854775807',
  ]) {
    await registry.api.get(`/v1/circuits?as_of=${encodeURIComponent(time)}&search=a`).expect(200);
  }
});
