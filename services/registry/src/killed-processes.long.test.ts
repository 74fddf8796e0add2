import { openBlockingRedis } from '@kirchhoff/platform';
import { openProxy, type Proxy } from '@kirchhoff/testing';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

/** The resources that were acknowledged to an account. */
interface Acknowledged {
  readonly account: TestAccount;
  readonly pids: string[];
  readonly runs: string[];
  readonly keys: string[];
  /** Answers of 503. */
  unavailable: number;
}

const ACCOUNTS = 3;
/** Processes are killed once an account has this many of each. */
const ENOUGH = 5;
const CERTIFICATIONS_A_DAY = 10;

let registry: TestRegistry;
/** Proxies between the processes and Postgres and Redis. */
let stores: readonly [Proxy, Proxy];
const processes: ServiceProcess[] = [];
beforeAll(async () => {
  registry = await startTestRegistry();
  const { DATABASE_URL = '', REDIS_URL = '' } = registry.environment;
  stores = await Promise.all([openProxy(DATABASE_URL), openProxy(REDIS_URL)]);
});
afterAll(async () => {
  await Promise.all(processes.map(async (each) => each.stop()));
  await Promise.all(stores.map(async (each) => each.close()));
  await registry.close();
});

/** Starts the HTTP process and a worker, and returns the address of the HTTP process. */
async function start(): Promise<string> {
  const environment = { ...registry.environment, DATABASE_URL: stores[0].url, REDIS_URL: stores[1].url };
  const started = await Promise.all([startService('registry', environment), startService('worker', environment)]);
  processes.push(...started);
  return started[0].address;
}

/** Kills both processes with SIGKILL. */
async function kill(): Promise<void> {
  const ended = processes.splice(0).map(async ({ child }) => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    return gone;
  });
  await Promise.all(ended);
}

async function post(address: string, account: TestAccount, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { ...bearer(account), 'Content-Type': 'application/json', Prefer: 'respond-async' };
  const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, ...Object.fromEntries(Object.entries(Object(await answer.json()))) };
}

/** Publishes, certifies and creates keys in sequence until the process dies. */
async function write(address: string, told: Acknowledged): Promise<void> {
  const { account, pids, runs, keys } = told;
  try {
    for (let number = 0; ; number += 1) {
      const published = await post(address, account, '/v1/circuits', { name: `number ${number}`, source: closedCircuit(number) });
      if (published['status'] === 201) pids.push(String(published['pid']));
      if (published['status'] === 503) told.unavailable += 1;
      const asked = await post(address, account, `/v1/circuits/${String(published['pid'])}/certify`, {});
      if (asked['status'] === 202) runs.push(String(asked['certification_id']));
      const made = await post(address, account, '/v1/auth/keys', {});
      if (made['status'] === 201) keys.push(String(made['api_key']));
    }
  } catch (error) {
    // `fetch` throws this if a connection breaks.
    if (Object(error).name !== 'TypeError') throw error;
  }
}

async function counted({ accountId }: TestAccount): Promise<number> {
  const row = await registry.database.quotaCount.findFirst({ where: { accountId, kind: 'certification' } });
  return row?.count ?? 0;
}

/** Expects that all acknowledged resources exist, every run ends, and each run was counted once. */
async function expectNothingLost({ account, pids, runs, keys }: Acknowledged): Promise<void> {
  for (const pid of pids) await registry.api.get(`/v1/circuits/${pid}`).set(bearer(account)).expect(200);
  for (const key of keys) await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(200);
  for (const run of runs) {
    await eventually('a run that was taken on ends', async () => {
      const { body } = await registry.api.get(`/v1/certifications/${run}`).set(bearer(account)).expect(200);
      return body.status === 'done';
    });
  }
  expect(await counted(account)).toBe(await registry.database.certification.count({ where: { accountId: account.accountId } }));
}

it('both stores away at once under load, and then kill -9 of both processes, lose nothing that was acknowledged', async () => {
  const address = await start();
  const told: Acknowledged[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1)
    told.push({ account: await registry.register(), pids: [], runs: [], keys: [], unavailable: 0 });
  const writing = told.map(async (each) => write(address, each));
  await eventually('every account has written', () => told.every(({ keys }) => keys.length >= ENOUGH));
  for (const store of stores) store.cut();
  await eventually('every account was told so', () => told.every(({ unavailable }) => unavailable > 0));
  await Promise.all(stores.map(async (store) => store.restore()));
  const before = told.map(({ keys }) => keys.length);
  await eventually('every account writes again', () => told.every(({ keys }, index) => keys.length > (before[index] ?? 0)));
  await kill();
  await Promise.all(writing);
  await start();
  for (const each of told) await expectNothingLost(each);
});

it('a Redis that was emptied loses no run, and no quota', async () => {
  const account = await registry.register();
  const ask = async (number: number) => {
    const pid = await registry.publish(account, closedCircuit(1_000 + number));
    return registry.api.post(`/v1/circuits/${pid}/certify`).set(bearer(account)).set('Prefer', 'respond-async');
  };
  const runs: string[] = [];
  for (let number = 0; number < CERTIFICATIONS_A_DAY; number += 1) runs.push((await ask(number)).body.certification_id);
  const redis = openBlockingRedis(registry.environment['REDIS_URL'] ?? '', () => undefined);
  await redis.flushdb();
  redis.disconnect();
  expect((await ask(CERTIFICATIONS_A_DAY)).status).toBe(429);
  await expectNothingLost({ account, pids: [], runs, keys: [], unavailable: 0 });
});
