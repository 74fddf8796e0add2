import { makeKey, systemRandomness } from '@kirchhoff/platform';
import { openProxy, type Proxy } from '@kirchhoff/testing';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { type WatchedRedis, watchRedis } from '../testing/watched-redis.fixture.js';

const LIMIT = 5;

let registry: TestRegistry;
let postgres: Proxy;
let redis: Proxy;
let watched: WatchedRedis;
beforeEach(async () => {
  registry = await startTestRegistry(async ({ DATABASE_URL, REDIS_URL }) => {
    [postgres, redis, watched] = await Promise.all([openProxy(DATABASE_URL), openProxy(REDIS_URL), watchRedis(REDIS_URL)]);
    const trusted = { TRUST_PROXY: 'loopback', UNKNOWN_KEYS_PER_MINUTE: String(LIMIT) };
    return { DATABASE_URL: postgres.url, REDIS_URL: redis.url, ...trusted };
  });
});
afterEach(async () => {
  watched.close();
  await registry.close();
  await Promise.all([postgres.close(), redis.close()]);
});

/** Calls with a key from an address. */
const use = (key: string, address = '192.0.2.1', path = '/v1/usage') =>
  registry.api.get(path).set({ Authorization: `Bearer ${key}`, 'X-Forwarded-For': address });
const unknown = () => makeKey(systemRandomness);

/** Uses up the limit of rejected keys of an address. */
async function exhaust(address?: string): Promise<void> {
  for (let count = 0; count < LIMIT; count += 1) await use(unknown(), address).expect(401);
}

/** Returns the bytes that are sent to Postgres during a call. */
async function asked(what: () => PromiseLike<unknown>): Promise<number> {
  const before = postgres.sent();
  await what();
  return postgres.sent() - before;
}

/** Returns malformed keys of every kind. */
function malformed(account: TestAccount): readonly string[] {
  const { key } = account;
  const places = Array.from(
    { length: key.length },
    (_, place) => key.slice(0, place) + (key[place] === 'x' ? 'y' : 'x') + key.slice(place + 1),
  );
  const cut = Array.from({ length: key.length }, (_, length) => key.slice(0, length));
  const fields = ['Basic YTpi', 'Bearer', 'Bearer ', 'Digest a=b', key, `Bearer ${key} ${key}`, `Bearer "${key}"`, `Bearer ${key},`];
  return [...[...places, ...cut, `${key}0`, key.toUpperCase(), 'null', `${key}%00`].map((text) => `Bearer ${text}`), ...fields];
}

it('a malformed key is refused without a word to Postgres or Redis', async () => {
  // No valid key was used before, since its last use would be written meanwhile.
  const ada = await registry.register();
  watched.forget();
  const toPostgres = await asked(async () => {
    for (const field of malformed(ada)) await registry.api.get('/v1/usage').set('Authorization', field).expect(401);
    await registry.api.post('/v1/circuits').set('Authorization', 'Bearer nonsense').send({ name: 'x', source: 'y' }).expect(401);
    await registry.api.get('/v1/circuits').set('Authorization', 'Bearer nonsense').expect(401);
  });
  expect(toPostgres).toBe(0);
  expect(await watched.commands()).toEqual([]);
  // The counter works: a well-formed key makes both stores read.
  expect(await asked(async () => use(unknown()).expect(401))).toBeGreaterThan(0);
  expect((await watched.commands()).map(([name]) => name)).toEqual(['eval']);
});

it('429: after too many refused keys an address is not told of one more, whatever it asks; a good key opens what it always does', async () => {
  const ada = await registry.register();
  await exhaust();
  for (const path of ['/v1/usage', '/v1/circuits', '/v1/catalog']) {
    const { body, headers } = await use(unknown(), undefined, path).expect(429);
    expect(body.code).toBe('rate-limited');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(headers['ratelimit']).toContain('"unknown-keys";r=0');
  }
  // The key was never used at this service before.
  await use(ada.key).expect(200);
  await registry.api.get('/v1/catalog').set('X-Forwarded-For', '192.0.2.1').expect(200);
});

it('unknown, revoked and expired keys count the same, whoever the others of its /64 are; malformed and good ones do not', async () => {
  const ada = await registry.register();
  const [revoked, expired] = await Promise.all(
    [1, 2].map(async () => (await registry.api.post('/v1/auth/keys').set(bearer(ada)).send({}).expect(201)).body),
  );
  await registry.api.delete(`/v1/auth/keys/${revoked.key_id}`).set(bearer(ada)).expect(204);
  await registry.database.apiKey.update({ where: { id: expired.key_id }, data: { expiresAt: new Date(0) } });
  await use('nonsense', '2001:db8::1').expect(401);
  for (const key of [revoked.api_key, expired.api_key, unknown(), revoked.api_key, expired.api_key]) {
    await use(ada.key, '2001:db8::1').expect(200);
    await use(key, '2001:db8::1').expect(401);
  }
  for (const key of [revoked.api_key, expired.api_key, unknown()]) await use(key, '2001:db8::2').expect(429);
  await use(unknown(), '2001:db8:0:1::1').expect(401);
});

it('of many at once no more than the limit are told that their key is none', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, async () => use(unknown())));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - LIMIT);
});

it('they are counted also while Redis is out', async () => {
  redis.cut();
  await exhaust('192.0.2.9');
  await use(unknown(), '192.0.2.9').expect(429);
});
