import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

/** The default of the setting. */
const ENGINE_THREADS = 2;

/** A circuit that takes some ten seconds to prove. */
const SLOW = `circuit slow {
  input x: 0..4_000_000_000
  input y: 0..4_000_000_000
  output z: bool
  z = true
  ensure x * x * x + y * y != 3 * x * y + 1_000_003
}`;

let registry: TestRegistry;
let started: ServiceProcess | undefined;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => {
  if (started !== undefined && started.child.exitCode === null) await started.stop();
  await registry.close();
});

it('answers on SIGTERM who waits for a run, takes requests while it drains, and leaves at once on a second signal', async () => {
  started = await startService('registry', { ...registry.environment, SHUTDOWN_DRAIN_MILLISECONDS: '20000' });
  const { child, address } = started;
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const answer = fetch(`${address}/v1/circuits/${pid}/certify`, { method: 'POST', headers: bearer(ada) });
  await eventually(
    'the request was taken on',
    async () => (await registry.database.certification.count({ where: { circuitId: pid } })) === 1,
  );
  child.kill('SIGTERM');
  const { status, headers } = await answer;
  expect([status, headers.get('connection')]).toEqual([202, 'close']);
  expect(headers.get('location')).toMatch(/^\/v1\/certifications\/crt_/);
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  child.kill('SIGTERM');
  expect(await ended).toBe(1);
});

/**
 * Returns the nice values of a process's threads: 0 is the usual priority, 19 the lowest. Empty on systems without a value for
 * each thread.
 */
function nicenessOf(pid: number | undefined): readonly number[] {
  if (process.platform !== 'linux') return [];
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
  // The name is in brackets; after it follow the fields from 3, the state, to 19, the niceness, and beyond.
  return threads.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
}

it('the worker answers probes on a port of their own, and what V8 does beside goes after event loops, as its engine does', async () => {
  const worker = await startService('worker', { ...registry.environment, HOST: '127.0.0.1', PROBE_PORT: '0' });
  try {
    const port = /"port":(\d+),"msg":"answering probes"/.exec(worker.said())?.[1] ?? '';
    const asked = ['/livez', '/readyz'].map(async (path) => fetch(`http://127.0.0.1:${port}${path}`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
    const threads = nicenessOf(worker.child.pid);
    expect(threads.filter((nice) => nice === 5).length > ENGINE_THREADS || threads.length === 0).toBe(true);
  } finally {
    await worker.stop();
  }
});

it('the worker drains on SIGTERM: its probes say so while it ends a run, and a second signal ends it at once', async () => {
  const worker = await startService('worker', { ...registry.environment, HOST: '127.0.0.1', PROBE_PORT: '0' });
  const ended = new Promise((resolve) => worker.child.once('exit', (code) => resolve(code)));
  const port = /"port":(\d+),"msg":"answering probes"/.exec(worker.said())?.[1] ?? '';
  const ada = await registry.register();
  const pid = await registry.publish(ada, SLOW);
  const left = new AbortController();
  const address = await registry.serve();
  fetch(`${address}/v1/circuits/${pid}/certify`, { method: 'POST', headers: bearer(ada), signal: left.signal }).catch(() => undefined);
  await eventually(
    'the run has begun',
    async () => (await registry.database.certification.count({ where: { circuitId: pid, status: 'running' } })) === 1,
  );
  worker.child.kill('SIGTERM');
  await eventually('it drains', async () => (await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).includes('"draining"'));
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  worker.child.kill('SIGTERM');
  expect(await ended).toBe(1);
  left.abort();
});

it.each(['main', 'worker'])('%s names all mistakes of the environment at once, and ends with 2', async (program) => {
  const child = spawn(process.execPath, [join(__dirname, `${program}.js`)], { env: { REDIS_URL: 'nonsense', ENGINE_THREADS: 'many' } });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString('utf8');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(2);
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'ENGINE_THREADS']) expect(said).toContain(name);
});

it('says in one line that its port is taken, and by which setting another is chosen', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const environment = { ...registry.environment, HOST: '127.0.0.1', REGISTRY_PORT: String(port), LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [join(__dirname, 'main.js')], { env: environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const code = await new Promise((resolve) => child.once('close', resolve));
  other.close();
  const line = `Another program listens on port ${port} of 127.0.0.1: stop it, or choose another port with REGISTRY_PORT.\n`;
  expect({ code, said }).toEqual({ code: 1, said: line });
});

it('with an older schema says why, in its log and to whoever asks, until it is mended', async () => {
  const { database, environment } = registry;
  const rows = await database.$queryRaw<{ id: string }[]>`SELECT id FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1`;
  const finish = async (isFinished: boolean) =>
    database.$executeRaw`UPDATE _prisma_migrations SET finished_at = CASE WHEN ${isFinished} THEN now() END WHERE id = ${rows[0]?.id}`;
  await finish(false);
  const older = await startService('registry', { ...environment, HOST: '127.0.0.1' });
  try {
    const ask = async (path: string) => {
      const answer = await fetch(older.address + path);
      return { status: answer.status, body: await answer.json() };
    };
    const reason = expect.stringContaining('npm run operator -- migrate');
    expect(await ask('/readyz')).toEqual({ status: 503, body: { status: 'down', reason } });
    expect(await ask('/v1/health')).toMatchObject({ status: 503, body: { status: 'down', reason } });
    expect(older.said()).toMatch(/"level":"error".*npm run operator -- migrate/);
    await finish(true);
    expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await ask('/v1/health')).body).toMatchObject({ status: 'ok' });
  } finally {
    await finish(true);
    await older.stop();
  }
  expect(older.child.exitCode).toBe(0);
});
