import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeKey, systemRandomness } from '@kirchhoff/platform';
import { createTestDatabase, createTestRedis } from '@kirchhoff/platform/dist/testing/index.js';
import { startTestCompiler } from './testing/compiler.fixture.js';
import { MASKED } from './testing/sources.fixture.js';

/** Nothing listens on the port of tcpmux. */
const NOWHERE = { DATABASE_URL: 'postgresql://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the process and waits until it says on which port it listens. */
async function start(
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [...nodeArguments, join(__dirname, 'main.js')], {
    env: { ...environment, COMPILER_PORT: '0', ENGINE_THREADS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    const port = /"port":(\d+),"msg":"listening"/.exec(said)?.[1];
    if (port !== undefined) return { child, address: `http://127.0.0.1:${port}` };
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

it('a solver that does not start is an outage: no verdict, and no program', async () => {
  const compiler = await startTestCompiler();
  const ada = await compiler.register();
  // With 16 MiB of WebAssembly memory z3 does not start; nothing else needs as much.
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
