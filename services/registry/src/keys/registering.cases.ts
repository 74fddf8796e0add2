import { sharedRegistry, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { type KeyCalls, keyCalls } from './key-calls.fixture.js';

let registry: TestRegistry;
let keys: KeyCalls;
beforeAll(async () => {
  registry = await sharedRegistry();
  keys = keyCalls(registry);
});

describe('POST /v1/auth/register', () => {
  it('201: an account and its first key, which may do everything', async () => {
    const { body, headers } = await keys.register({ email: 'ada@example.com', name: 'Ada' }).expect(201);
    expect(body).toEqual({
      api_key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{40}$/),
      message: expect.stringMatching(/created.*cannot be retrieved later/),
      key_id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      account_id: expect.stringMatching(/^acc_[0-9A-Za-z]{22}$/),
      tier: 'free',
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await keys.works(body.api_key)).toBe(200);
    const row = await keys.stored(body.key_id);
    expect(JSON.stringify(row)).not.toContain(body.api_key);
    expect(row.scopes).toEqual(['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys']);
    expect(await keys.audit({ accountId: body.account_id })).toEqual([
      {
        actor: 'system',
        apiKeyId: null,
        requestId: headers['x-request-id'],
        action: 'account.registered',
        subject: body.account_id,
        detail: { key_id: body.key_id },
      },
    ]);
  });

  it('201: each call makes an account; the e-mail is a label', async () => {
    const [one, other] = [
      await keys.register({ email: 'a@b.example', name: 'x' }).expect(201),
      await keys.register({ email: 'a@b.example', name: 'x' }).expect(201),
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
      expect((await keys.register(body).expect(400)).body.code).toBe('invalid-request');
    }
  });

  it('401: with a key that is none, though it needs none', async () => {
    await keys.register({ email: 'a@b.example', name: 'x' }).set('Authorization', 'Bearer nonsense').expect(401);
  });

  it('409: a repeat of a request that has shown its key', async () => {
    const first = await keys.registerOnce('a-registration').expect(201);
    const { body } = await keys.registerOnce('a-registration').expect(409);
    expect(body).toMatchObject({ code: 'secret-already-issued', key_id: first.body.key_id });
  });

  it('409: a repeat of a request that broke off between its commit and its answer', async () => {
    const first = await keys.registerOnce('broke-off').expect(201);
    await keys.breakOff();
    const { body } = await keys.registerOnce('broke-off').expect(409);
    expect(body).toMatchObject({ code: 'secret-already-issued', key_id: first.body.key_id });
    expect(await registry.database.apiKey.count({ where: { accountId: first.body.account_id } })).toBe(1);
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

describe('as the operator of an installation sets it', () => {
  it('201: accounts of another tier', async () => {
    const generous = await startTestRegistry({ DEFAULT_TIER: 'pro' });
    try {
      const { body } = await keyCalls(generous).register({ email: 'ada@example.com', name: 'Ada' }).expect(201);
      expect(body.tier).toBe('pro');
      const { body: usage } = await generous.api.get('/v1/usage').set('Authorization', `Bearer ${body.api_key}`).expect(200);
      expect(usage).toMatchObject({ tier: 'pro', certifications: { limit: null } });
    } finally {
      await generous.close();
    }
  });

  it('403: nobody', async () => {
    const closed = await startTestRegistry({ REGISTRATION: 'closed' });
    try {
      const { body } = await keyCalls(closed).register({ email: 'ada@example.com', name: 'Ada' }).expect(403);
      expect(body.code).toBe('registration-closed');
      expect(await closed.database.account.count()).toBe(0);
    } finally {
      await closed.close();
    }
  });
});
