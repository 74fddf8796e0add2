import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readSettings } from '@kirchhoff/platform';
import { COMPILER_SETTINGS } from './settings.js';

const main = join(__dirname, 'main.js');

it('needs the addresses of Postgres and Redis, and nothing else', () => {
  const result = readSettings(COMPILER_SETTINGS, { DATABASE_URL: 'postgresql://u@h/d', REDIS_URL: 'redis://h:1' });
  expect(result).toMatchObject({ kind: 'settings', settings: { COMPILER_PORT: 4_200, AUTH_GRACE_SECONDS: 10, ENGINE_THREADS: 2 } });
});

it('names every wrong variable at once, and ends with 2 before anything is opened', () => {
  const env = { REDIS_URL: 'nowhere', COMPILER_PORT: '70000', AUTH_GRACE_SECONDS: '-1', ENGINE_THREADS: 'many', LOG_LEVEL: 'loud' };
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect(status).toBe(2);
  for (const name of ['DATABASE_URL', ...Object.keys(env)]) expect(stderr).toContain(name);
});
