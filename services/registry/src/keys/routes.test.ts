import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => registry.close());

const works = async (key: string) => (await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`)).status;
const keysOf = async (account: TestAccount) => (await registry.api.get('/v1/auth/keys').set(bearer(account)).expect(200)).body.keys;

const register = (body: object) => registry.api.post('/v1/auth/register').send(body);

describe('POST /v1/auth/register', () => {
  it('201: an account and its first key, which may do everything', async () => {
    const { body } = await register({ email: 'ada@example.com', name: 'Ada' }).expect(201);
    expect(body).toEqual({
      api_key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{40}$/),
      message: expect.stringMatching(/created.*cannot be retrieved later/),
      key_id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      account_id: expect.stringMatching(/^acc_[0-9A-Za-z]{22}$/),
      tier: 'free',
    });
    expect(await works(body.api_key)).toBe(200);
    const stored = await registry.database.apiKey.findUniqueOrThrow({ where: { id: body.key_id } });
    expect(JSON.stringify(stored)).not.toContain(body.api_key);
    expect(stored.scopes).toEqual(['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys']);
  });

  it('201: each call makes an account; the e-mail is a label', async () => {
    const [one, other] = [
      await register({ email: 'a@b.example', name: 'x' }).expect(201),
      await register({ email: 'a@b.example', name: 'x' }).expect(201),
    ];
    expect(one.body.account_id).not.toBe(other.body.account_id);
  });

  it('400: fields that are missing, wrong or not known', async () => {
    for (const body of [
      {},
      { email: 'a@b.example' },
      { email: 'nonsense', name: 'x' },
      { email: 'a@b.example', name: '' },
      { email: 'a@b.example', name: 'x', tier: 'pro' },
      [],
    ]) {
      expect((await register(body).expect(400)).body.code).toBe('invalid-request');
    }
  });

  it('429: over the limit of an address', async () => {
    const limited = await startTestRegistry({ REGISTER_PER_MINUTE: '2', REGISTER_PER_DAY: '3' });
    try {
      const answers = [];
      for (let count = 0; count < 3; count += 1)
        answers.push(await limited.api.post('/v1/auth/register').send({ email: 'a@b.example', name: 'x' }));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
      expect(answers[2]?.body.code).toBe('rate-limited');
      expect(Number(answers[2]?.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(answers[0]?.headers['ratelimit']).toContain('r=1');
    } finally {
      await limited.close();
    }
  });
});

describe('GET /v1/auth/keys', () => {
  it('200: what a key may be recognised by, never the key', async () => {
    const ada = await registry.register();
    const response = await registry.api.get('/v1/auth/keys').set(bearer(ada)).expect(200);
    expect(response.body.keys).toEqual([
      {
        id: ada.keyId,
        name: 'first key',
        prefix: ada.key.slice(0, 13),
        scopes: expect.arrayContaining(['read', 'keys']),
        created_at: expect.any(String),
        last_used_at: response.body.keys[0].last_used_at,
        expires_at: null,
        revoked_at: null,
        current: true,
      },
    ]);
    expect(response.text).not.toContain(ada.key);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });
});

describe('DELETE /v1/auth/keys/:key_id', () => {
  it('204: the key is dead when the answer arrives; again 204', async () => {
    const ada = await registry.register();
    const { body } = await registry.api.post('/v1/auth/keys/rotate').set(bearer(ada)).expect(200);
    const current = { ...ada, key: String(body.api_key), keyId: String(body.key_id) };
    await registry.api.delete(`/v1/auth/keys/${ada.keyId}`).set(bearer(current)).expect(204);
    expect(await works(current.key)).toBe(200);
    await registry.api.delete(`/v1/auth/keys/${current.keyId}`).set(bearer(current)).expect(204);
    expect(await works(current.key)).toBe(401);
  });

  it("404: another account's key, and what is none", async () => {
    const [ada, bob] = [await registry.register(), await registry.register()];
    await registry.api.delete(`/v1/auth/keys/${ada.keyId}`).set(bearer(bob)).expect(404);
    await registry.api.delete('/v1/auth/keys/nonsense').set(bearer(bob)).expect(404);
    expect(await works(ada.key)).toBe(200);
  });
});

describe('POST /v1/auth/keys/rotate', () => {
  it('200: a new key with the rights of the old one, which is dead', async () => {
    const ada = await registry.register();
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    await registry.database.apiKey.update({ where: { id: ada.keyId }, data: { name: 'ci', scopes: ['read'], expiresAt } });
    const { body } = await registry.api.post('/v1/auth/keys/rotate').set(bearer(ada)).expect(200);
    expect(body).toEqual({
      api_key: expect.any(String),
      key_id: expect.any(String),
      message: expect.stringContaining('cannot be retrieved later'),
      revoked_key_id: ada.keyId,
    });
    expect(await works(ada.key)).toBe(401);
    expect(await works(body.api_key)).toBe(200);
    const made = await registry.database.apiKey.findUniqueOrThrow({ where: { id: body.key_id } });
    expect(made).toMatchObject({ accountId: ada.accountId, name: 'ci', scopes: ['read'], expiresAt });
  });

  it('one wins and the other gets 401 when two rotate at once', async () => {
    const ada = await registry.register();
    const rotate = async () => registry.api.post('/v1/auth/keys/rotate').set(bearer(ada));
    const answers = await Promise.all([rotate(), rotate()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2);
  });
});

it('401: an expired key', async () => {
  const ada = await registry.register();
  await registry.database.apiKey.update({ where: { id: ada.keyId }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await works(ada.key)).toBe(401);
});

it('a list is not shown without the scope for keys; rotating needs none', async () => {
  const ada = await registry.register();
  await registry.database.apiKey.update({ where: { id: ada.keyId }, data: { scopes: ['read'] } });
  await registry.api.get('/v1/auth/keys').set(bearer(ada)).expect(403);
  await registry.api.delete(`/v1/auth/keys/${ada.keyId}`).set(bearer(ada)).expect(403);
  await registry.api.post('/v1/auth/keys/rotate').set(bearer(ada)).expect(200);
});

it('keeps both keys in the list after a rotation, the newest first', async () => {
  const ada = await registry.register();
  const { body } = await registry.api.post('/v1/auth/keys/rotate').set(bearer(ada)).expect(200);
  const keys = await keysOf({ ...ada, key: body.api_key });
  expect(keys).toMatchObject([
    { id: body.key_id, current: true, revoked_at: null },
    { id: ada.keyId, current: false, revoked_at: expect.any(String) },
  ]);
});
