import { createTestDatabase, createTestRedis, type TestDatabase } from '@kirchhoff/testing';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { eventually } from '../testing/registry.fixture.js';

/** Milliseconds that a revocation takes, and the tolerance for a busy machine. */
const WAIT = 300;
const SLACK = 2_000;

let database: TestDatabase;
let services: Record<'registry' | 'otherRegistry' | 'compiler' | 'otherCompiler', ServiceProcess>;

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: await createTestRedis(),
    ENGINE_THREADS: '1',
    LOG_LEVEL: 'info',
    REGISTER_PER_MINUTE: '1000',
    REQUESTS_PER_MINUTE: '100000',
    UNKNOWN_KEYS_PER_MINUTE: '100000',
  };
  const [registry, otherRegistry] = await Promise.all([startService('registry', environment), startService('registry', environment)]);
  const [compiler, otherCompiler] = await Promise.all([startService('compiler', environment), startService('compiler', environment)]);
  services = { registry, otherRegistry, compiler, otherCompiler };
  // The first look-up of a process opens its connection; under load that can exceed the time limit.
  const { owner } = await twoKeys();
  for (const each of Object.values(services)) await eventually('it answers', async () => (await statusAt(each, owner.key)) === 200);
}, 60_000);
afterAll(async () => {
  await Promise.all(Object.values(services).map(async (each) => each.stop()));
  await database.drop();
});

interface Key {
  readonly key: string;
  readonly id: string;
}

async function call(method: string, path: string, key?: string, body?: object) {
  const response = await fetch(services.registry.address + path, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
  return { status: response.status, key: String(answer['api_key']), id: String(answer['key_id']) };
}

/** Creates an account with its first key and a second one. */
async function twoKeys(): Promise<{ readonly owner: Key; readonly other: Key }> {
  const owner = await call('POST', '/v1/auth/register', undefined, { email: 'ada@example.com', name: 'Ada' });
  return { owner, other: await call('POST', '/v1/auth/keys', owner.key, {}) };
}

/** Returns the status of a service for a key, by a call without a quota. */
async function statusAt({ address }: ServiceProcess, key: string): Promise<number> {
  const path = address === services.registry.address || address === services.otherRegistry.address ? '/v1/usage' : '/v1/policies';
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}

const statuses = async (key: string, ...those: readonly ServiceProcess[]) => Promise.all(those.map(async (each) => statusAt(each, key)));

/** Puts a key into the cache of every process. */
async function warm(key: string): Promise<void> {
  expect(await statuses(key, ...Object.values(services))).toEqual([200, 200, 200, 200]);
}

async function timed<Value>(what: () => Promise<Value>): Promise<{ readonly value: Value; readonly took: number }> {
  const begun = performance.now();
  const value = await what();
  return { value, took: performance.now() - begun };
}

/** The two ways to end a key. */
const ENDINGS = {
  revoked: async (owner: Key, other: Key) => call('DELETE', `/v1/auth/keys/${other.id}`, owner.key),
  rotated: async (_owner: Key, other: Key) => call('POST', '/v1/auth/keys/rotate', other.key),
} as const;

describe.each(['revoked', 'rotated'] as const)('a key that is %s is dead in every process when the answer arrives', (ending) => {
  it('while all live', async () => {
    const times: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const { owner, other } = await twoKeys();
      await warm(other.key);
      const { value, took } = await timed(async () => ENDINGS[ending](owner, other));
      expect(await statuses(other.key, ...Object.values(services))).toEqual([401, 401, 401, 401]);
      expect([200, 204]).toContain(value.status);
      times.push(took);
    }
    expect(Math.min(...times)).toBeGreaterThan(WAIT - 1);
    expect(Math.min(...times)).toBeLessThan(WAIT + SLACK);
  });

  it.each(['otherRegistry', 'otherCompiler'] as const)('while %s is paused', async (name) => {
    const paused = services[name];
    const alive = Object.values(services).filter((each) => each !== paused);
    const { owner, other } = await twoKeys();
    await warm(other.key);
    paused.child.kill('SIGSTOP');
    try {
      await statuses(other.key, ...alive);
      const { value, took } = await timed(async () => ENDINGS[ending](owner, other));
      expect([200, 204]).toContain(value.status);
      expect(await statuses(other.key, ...alive)).toEqual([401, 401, 401]);
      expect(took).toBeGreaterThan(WAIT - 1);
      expect(took).toBeLessThan(WAIT + SLACK);
      const waiting = statusAt(paused, other.key);
      paused.child.kill('SIGCONT');
      expect(await waiting).toBe(401);
    } finally {
      paused.child.kill('SIGCONT');
    }
  });
});
