import { connect } from 'node:net';
import { createTestDatabase, createTestRedis, openProxy, type Proxy, type TestDatabase } from '@kirchhoff/testing';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { eventually } from './testing/registry.fixture.js';

let database: TestDatabase;
let toPostgres: Proxy;
let toRedis: Proxy;
let processes: readonly ServiceProcess[];
beforeAll(async () => {
  database = await createTestDatabase();
  [toPostgres, toRedis] = await Promise.all([openProxy(database.url), openProxy(await createTestRedis())]);
  const environment = { DATABASE_URL: toPostgres.url, REDIS_URL: toRedis.url, ENGINE_THREADS: '1', SWEEP_INTERVAL_MILLISECONDS: '100' };
  processes = await Promise.all([
    startService('registry', environment),
    startService('worker', environment),
    startService('compiler', { ...environment, LOG_CLIENT: 'none' }),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all(processes.map(async (each) => each.stop()));
  await Promise.all([toPostgres.close(), toRedis.close()]);
  await database.drop();
});

const linesOf = (process: ServiceProcess): readonly Readonly<Record<string, unknown>>[] =>
  process
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const told = (process: ServiceProcess, dependency: string) =>
  linesOf(process)
    .filter((line) => line['dependency'] === dependency)
    .map(({ level, msg }) => `${String(level)}: ${String(msg)}`);

it.each(['postgres', 'redis'])(
  'every process says once that %s went, and once that it is back',
  async (dependency) => {
    const [registry] = processes;
    const proxy = dependency === 'postgres' ? toPostgres : toRedis;
    await fetch(`${registry?.address}/v1/health`);
    proxy.cut();
    const asks = Array.from({ length: 30 }, async () => fetch(`${registry?.address}/v1/circuits`));
    for (const answer of await Promise.all(asks)) expect(answer.status).toBe(dependency === 'postgres' ? 503 : 200);
    // No request makes the compiler query Postgres; every process queries Redis.
    const seen = dependency === 'postgres' ? processes.slice(0, 2) : processes;
    for (const each of seen) await eventually('it is said', () => told(each, dependency).length === 1);
    await proxy.restore();
    for (const each of seen) await eventually('it is back', () => told(each, dependency).length === 2);
    for (const each of seen) expect(told(each, dependency)).toEqual(['error: dependency out', 'info: dependency back']);
    const others = processes.flatMap(linesOf).filter(({ level, msg }) => level === 'error' && msg !== 'dependency out');
    expect(others).toEqual([]);
  },
  60_000,
);

it('the line of a request says whose it was and from where, refused ones too', async () => {
  const [registry] = processes;
  const registered = await fetch(`${registry?.address}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', name: 'Ada' }),
  });
  const { api_key: key, account_id }: Readonly<Record<string, unknown>> = JSON.parse(await registered.text());
  const ask = async (id: string, authorization: string) => {
    const headers = { authorization, 'x-request-id': id };
    await (await fetch(`${registry?.address}/v1/usage`, { headers })).arrayBuffer();
  };
  await ask('of-ada', `Bearer ${String(key)}`);
  await ask('of-nobody', 'Bearer x');
  if (registry === undefined) throw new Error('there is no registry');
  const lineOf = (id: string) => linesOf(registry).find((line) => line['request_id'] === id && line['msg'] === 'answered');
  await eventually('both are written', () => lineOf('of-ada') !== undefined && lineOf('of-nobody') !== undefined);
  expect(lineOf('of-ada')).toMatchObject({ client: '127.0.0.1', account_id, status: 200, level: 'info' });
  expect(lineOf('of-nobody')).toMatchObject({ client: '127.0.0.1', status: 401, level: 'info' });
});

/** Sends an invalid request, and waits until the connection ends. */
async function sendNonsense({ address }: ServiceProcess): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write('nonsense\r\n\r\n'));
  socket.resume();
  await new Promise((resolve) => socket.on('close', resolve));
}

const brokenIn = (process: ServiceProcess) => linesOf(process).find((line) => line['msg'] === 'not a request');

it('the line of what is no request says from where it came, unless nothing is to be written of clients', async () => {
  const [registry, , compiler] = processes;
  if (registry === undefined || compiler === undefined) throw new Error('both were started');
  await Promise.all([sendNonsense(registry), sendNonsense(compiler)]);
  await eventually('both are written', () => brokenIn(registry) !== undefined && brokenIn(compiler) !== undefined);
  expect(brokenIn(registry)).toMatchObject({ client: '127.0.0.1', status: 400 });
  expect(brokenIn(compiler)).not.toHaveProperty('client');
});
