import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeKey, systemRandomness } from '@kirchhoff/platform';
import { createTestDatabase, createTestRedis } from '@kirchhoff/platform/dist/testing/index.js';

/** Nothing listens on the port of tcpmux. */
const NOWHERE = { DATABASE_URL: 'postgresql://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the process and waits until it says on which port it listens. */
async function start(environment: Readonly<Record<string, string>>): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [join(__dirname, 'main.js')], {
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
