import { openProxy, type Proxy } from '@kirchhoff/testing';
import type supertest from 'supertest';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';

const LIMIT = 12;
/** A body above the limit. */
const TOO_LARGE = JSON.stringify({ name: 'x'.repeat(1_100_000) });

let registry: TestRegistry;
let postgres: Proxy;
beforeAll(async () => {
  registry = await startTestRegistry(async ({ DATABASE_URL }) => {
    postgres = await openProxy(DATABASE_URL);
    return { DATABASE_URL: postgres.url, REQUESTS_PER_MINUTE: String(LIMIT) };
  });
});
afterAll(async () => {
  await registry.close();
  await postgres.close();
});

type Call = (account: TestAccount) => supertest.Test;

/** Every call under /v1/auth that requires a key. */
const CALLS: readonly (readonly [string, Call])[] = [
  ['GET /v1/auth/keys', (account) => registry.api.get('/v1/auth/keys').set(bearer(account))],
  ['POST /v1/auth/keys', (account) => registry.api.post('/v1/auth/keys').set(bearer(account))],
  ['POST /v1/auth/keys/rotate', (account) => registry.api.post('/v1/auth/keys/rotate').set(bearer(account))],
  ['DELETE /v1/auth/keys/:key_id', (account) => registry.api.delete(`/v1/auth/keys/${account.keyId}`).set(bearer(account))],
];
const registerOnce = (name: string) =>
  registry.api.post('/v1/auth/register').set('Idempotency-Key', 'one').send({ email: 'a@b.example', name });
const REGISTER = ['POST /v1/auth/register', () => registry.api.post('/v1/auth/register')] as const;

describe.each([REGISTER, ...CALLS])('%s', (_name, call) => {
  let ada: TestAccount;
  beforeEach(async () => {
    ada = await registry.register();
  });
  const sending = (type: string, body: string) => call(ada).set('Content-Type', type).send(body);

  it('400: a body that is no JSON, or with a member that is not known', async () => {
    expect((await sending('application/json', '{"name":').expect(400)).body.code).toBe('malformed-json');
    expect((await sending('application/json', '{"unknown":1}').expect(400)).body.code).toBe('invalid-request');
  });

  it('413: a body over the limit', async () => {
    expect((await sending('application/json', TOO_LARGE).expect(413)).body.code).toBe('payload-too-large');
  });

  it('415: a body of another media type', async () => {
    expect((await sending('text/plain', '{}').expect(415)).body.code).toBe('unsupported-media-type');
  });
});

describe.each(CALLS)('%s', (_name, call) => {
  it('429: over the limit of an account', async () => {
    const ada = await registry.register();
    for (let count = 0; count < LIMIT; count += 1) await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
    const { body, headers } = await call(ada).expect(429);
    expect(body.code).toBe('rate-limited');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe.each([REGISTER, ...CALLS])('%s', (_name, call) => {
  it('503: while Postgres is out, and nothing has happened', async () => {
    const ada = await registry.register();
    postgres.cut();
    try {
      const { body, headers } = await call(ada)
        .send({ ...(call === REGISTER[1] && { email: 'a@b.example', name: 'x' }) })
        .expect(503);
      expect(body.code).toBe('unavailable');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await postgres.restore();
    }
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId, revokedAt: null } })).toBe(1);
  });
});

it.each(['/v1/auth/register', '/v1/auth/keys', '/v1/auth/keys/rotate', '/v1/auth/keys/key_0000000000000000000000'])(
  '405: %s by another method',
  async (path) => {
    const { headers } = await registry.api.put(path).expect(405);
    expect(headers['allow']).toMatch(/GET|POST|DELETE/);
  },
);

it('422: another registration with the same Idempotency-Key', async () => {
  await registerOnce('one').expect(201);
  expect((await registerOnce('two').expect(422)).body.code).toBe('idempotency-mismatch');
});
