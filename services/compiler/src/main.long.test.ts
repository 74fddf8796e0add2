import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeKey, systemRandomness } from '@kirchhoff/platform';
import { asService, createTestDatabase, createTestRedis } from '@kirchhoff/testing';
import { eventually, startTestCompiler } from './testing/compiler.fixture.js';
import { MASKED } from './testing/sources.fixture.js';

/** No server listens on the port of tcpmux. */
const NOWHERE = { DATABASE_URL: 'postgresql://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };

/** A circuit that takes some ten seconds to prove. */
const slow = (more: number) => `circuit u {
  input x: 0..${4_000_000_000 + more}
  input y: 0..4_000_000_000
  output z: bool
  z = true
  ensure x * x * x + y * y != 3 * x * y + ${1_000_003 + more}
}`;

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the process and waits until it says on which port it listens. */
async function start(
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<{ child: ChildProcess; address: string; probes: string }> {
  const child = spawn(process.execPath, [...nodeArguments, join(__dirname, 'main.js')], {
    env: { SHUTDOWN_DRAIN_MILLISECONDS: '0', ...asService('compiler', environment), COMPILER_PORT: '0', ENGINE_THREADS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    const port = /"port":(\d+),"msg":"listening"/.exec(said)?.[1];
    const probePort = /"port":(\d+),"msg":"answering probes"/.exec(said)?.[1];
    if (port !== undefined) return { child, address: `http://127.0.0.1:${port}`, probes: `http://127.0.0.1:${probePort ?? ''}` };
  }
  throw new Error(`it ended without listening: ${said}`);
}

it('starts with nothing there, says so, refuses checks, and ends with 0', async () => {
  const { child, address } = await start(NOWHERE);
  expect((await fetch(`${address}/livez`)).status).toBe(200);
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  expect((await fetch(`${address}/v1/health`)).status).toBe(503);
  const check = await fetch(`${address}/v1/policy/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${makeKey(systemRandomness)}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(check.status).toBe(503);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('with both there it is ready, and ends with 0', async () => {
  const database = await createTestDatabase();
  const { child, address } = await start({ DATABASE_URL: database.url, REDIS_URL: await createTestRedis() });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${address}/v1/health`)).json()).toMatchObject({ status: 'ok', service: 'compiler', version: '0.1.0' });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await database.drop();
});

describe('on SIGTERM', () => {
  it('drains: /readyz is 503 while requests are served, until a second signal ends it', async () => {
    const { child, address, probes } = await start({ ...NOWHERE, PROBE_PORT: '0', SHUTDOWN_DRAIN_MILLISECONDS: '20000' });
    child.kill('SIGTERM');
    await eventually('it drains', async () => {
      const answer = await fetch(`${address}/readyz`);
      return answer.status === 503 && (await answer.text()).includes('"draining"');
    });
    const served = await fetch(`${address}/livez`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect(await (await fetch(`${probes}/readyz`)).text()).toContain('"draining"');
    expect((await fetch(`${probes}/livez`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([1, null]);
  });

  it('answers what only waits for the engine with 503 at once', async () => {
    const compiler = await startTestCompiler();
    const ada = await compiler.register();
    const { child, address } = await start({ DATABASE_URL: compiler.postgres.url, REDIS_URL: compiler.redis.url });
    const analyze = async (more: number) => {
      const body = JSON.stringify({ source: slow(more) });
      const headers = { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' };
      return fetch(`${address}/v1/analyze`, { method: 'POST', headers, body }).catch(() => undefined);
    };
    const isSaid = async (load: string) => (await (await fetch(`${address}/v1/health`)).text()).includes(load);
    const running = analyze(0);
    await eventually('one runs', async () => isSaid('"running":1,"waiting":0'));
    const waiting = analyze(1);
    await eventually('one waits', async () => isSaid('"running":1,"waiting":1'));
    child.kill('SIGTERM');
    const answer = await waiting;
    expect([answer?.status, await answer?.json()]).toMatchObject([503, { code: 'busy' }]);
    child.kill('SIGTERM');
    expect(await running).toBeUndefined();
    await compiler.close();
  });
});

it('a solver that does not start is an outage: no verdict, and no program', async () => {
  const compiler = await startTestCompiler();
  const ada = await compiler.register();
  // With 16 MiB of WebAssembly memory z3 does not start; no other module needs as much.
  const { child, address } = await start({ DATABASE_URL: compiler.postgres.url, REDIS_URL: compiler.redis.url }, [
    '--wasm-max-mem-pages=256',
  ]);
  for (const [path, more] of [
    ['analyze', {}],
    ['compile', { target: 'js' }],
  ] as const) {
    const answer = await fetch(`${address}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: MASKED, ...more }),
    });
    expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await compiler.close();
}, 60_000);
