import request from 'supertest';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { createApplication } from '../http/application.js';
import { healthRoutes } from './health.js';
import { type Check, LEAVING, probe, type Readiness } from './readiness.js';

const up: Check = async () => undefined;
const down: Check = async () => {
  throw new Error('secret address');
};
const silent: Check = async () => new Promise(() => undefined);

function ask(
  path: string,
  checks: Readonly<Record<'postgres', Check>> & Readonly<Record<string, Check>>,
  ready: () => Promise<Readiness> = async () => ({ kind: 'ready' }),
) {
  const routes = healthRoutes({ service: 'registry', version: '0.1.0', engineVersion: '2.0.0', clock: systemClock, checks, ready });
  const log = { answered: () => undefined, failed: () => undefined, unavailable: () => undefined };
  const authenticator = { authenticate: async () => ({ kind: 'anonymous' }) as const };
  return request(createApplication({ routes, authenticator, log, clock: systemClock, randomness: systemRandomness, trustProxy: '' })).get(
    path,
  );
}

const number: unknown = expect.any(Number);

it('is ok when every part answers, and shows what the parts tell', async () => {
  const answer = await ask('/v1/health?x=1', { postgres: up, queue: async () => ({ waiting: 3 }) });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'ok',
    service: 'registry',
    version: '0.1.0',
    engine_version: '2.0.0',
    uptime: expect.any(Number),
    checks: {
      postgres: { status: 'up', latency_ms: number },
      queue: { status: 'up', latency_ms: number, waiting: 3 },
    },
  });
});

it('is degraded without Redis, down without Postgres, and never says why', async () => {
  const degraded = await ask('/v1/health', { postgres: up, redis: down });
  expect([degraded.status, degraded.body.status, degraded.body.checks.redis.status]).toEqual([200, 'degraded', 'down']);
  const out = await ask('/v1/health', { postgres: down, redis: up });
  expect([out.status, out.body.status, out.headers['retry-after']]).toEqual([503, 'down', '2']);
  expect(out.text).not.toContain('secret');
});

it('a part that stays silent is down when its time is over', async () => {
  expect(await probe(silent, systemClock, 20)).toMatchObject({ status: 'down' });
});

it('is alive whatever is out, ready only when it says so', async () => {
  expect((await ask('/livez', { postgres: down })).status).toBe(200);
  expect((await ask('/readyz', { postgres: down })).status).toBe(200);
  const leaving = await ask('/readyz', { postgres: up }, async () => LEAVING);
  expect([leaving.status, leaving.body]).toEqual([503, { status: 'draining', reason: 'This process is stopping.' }]);
  const out = await ask('/readyz', { postgres: up }, async () => {
    throw new Error('secret address');
  });
  expect([out.status, out.body]).toEqual([503, { status: 'down', reason: 'Postgres does not answer.' }]);
});

it('is down with the reason while the schema is old, though Postgres answers; not while it leaves', async () => {
  const old: Readiness = { kind: 'not ready', cause: 'schema', reason: 'run this' };
  const answer = await ask('/v1/health', { postgres: up }, async () => old);
  expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ status: 'down', reason: 'run this' })]);
  expect((await ask('/v1/health', { postgres: up }, async () => LEAVING)).body.status).toBe('ok');
});
