import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { type KeyCalls, keyCalls } from './key-calls.fixture.js';

let registry: TestRegistry;
let keys: KeyCalls;
beforeAll(async () => {
  registry = await sharedRegistry();
  keys = keyCalls(registry);
});

const inMilliseconds = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const times = <Value>(count: number, what: () => Value): readonly Value[] => Array.from({ length: count }, what);

describe('POST /v1/auth/keys', () => {
  it('201: a key with what was asked for, shown this once', async () => {
    const ada = await registry.register();
    const expires_at = inMilliseconds(3_600_000);
    const { body, headers } = await keys.make(ada, { name: 'ci', scopes: ['read', 'certify'], expires_at }).expect(201);
    expect(body).toEqual({
      api_key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{40}$/),
      message: expect.stringMatching(/cannot be retrieved later/),
      key_id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      name: 'ci',
      prefix: body.api_key.slice(0, 13),
      scopes: ['read', 'certify'],
      created_at: expect.any(String),
      expires_at,
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await keys.works(body.api_key)).toBe(200);
    expect(JSON.stringify(await keys.stored(body.key_id))).not.toContain(body.api_key);
    expect((await keys.audit(ada)).at(-1)).toEqual({
      actor: 'key',
      apiKeyId: ada.keyId,
      requestId: headers['x-request-id'],
      action: 'key.created',
      subject: body.key_id,
      detail: { name: 'ci', scopes: ['read', 'certify'], expires_at },
    });
  });

  it('201: unless said it may do what the key that makes it may, and ends when that ends', async () => {
    const ada = await registry.register();
    const maker = await keys.another(ada, { scopes: ['keys', 'read'], expires_at: inMilliseconds(60_000) });
    const { body } = await keys.make(maker).expect(201);
    expect(body).toMatchObject({
      name: 'unnamed key',
      scopes: ['keys', 'read'],
      expires_at: (await keys.stored(maker.keyId)).expiresAt?.toISOString(),
    });
  });

  it('400: scopes that are none, unknown or twice, an end that is past, what is not known', async () => {
    const ada = await registry.register();
    for (const [body, pointer] of [
      [{ scopes: [] }, '/scopes'],
      [{ scopes: ['everything'] }, '/scopes/0'],
      [{ scopes: ['read', 'read'] }, '/scopes'],
      [{ scopes: 'read' }, '/scopes'],
      [{ name: '' }, '/name'],
      [{ name: 'a\u0000b' }, '/name'],
      [{ expires_at: 'tomorrow' }, '/expires_at'],
      [{ expires_at: inMilliseconds(-1_000) }, '/expires_at'],
      [{ expires_at: null }, '/expires_at'],
      [{ tier: 'pro' }, '/tier'],
    ] as const) {
      const answer = await keys.make(ada, body).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
    }
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(1);
  });

  it('401: a key that opens nothing', async () => {
    await keys.refusals(async (account) => keys.make(account));
  });

  it('401: a key that is revoked while it creates another creates none', async () => {
    const ada = await registry.register();
    const maker = await keys.another(ada);
    const answers = await Promise.all([
      ...times(10, () => keys.make(maker)),
      keys.revoke(ada, maker.keyId),
      ...times(10, () => keys.make(maker)),
    ]);
    const made = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => [201, 204, 401].includes(status))).toBe(true);
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2 + made);
    // Audit records are written under the lock of the key: no key was created after the revocation.
    expect((await keys.audit(ada)).at(-1)).toMatchObject({ action: 'key.revoked', subject: maker.keyId });
  });

  it('403: more than the key that makes it: a scope that it lacks, or an end after its own', async () => {
    const ada = await registry.register();
    const maker = await keys.another(ada, { scopes: ['keys', 'read'], expires_at: inMilliseconds(60_000) });
    const scope = await keys.make(maker, { scopes: ['read', 'publish'] }).expect(403);
    expect(scope.body).toMatchObject({ code: 'missing-scope', detail: expect.stringContaining('publish') });
    const end = await keys.make(maker, { expires_at: inMilliseconds(120_000) }).expect(403);
    expect(end.body).toMatchObject({ code: 'missing-scope', detail: expect.stringContaining('cannot expire later') });
  });

  it('403: a key without the scope', async () => {
    const ada = await registry.register();
    await keys.make(await keys.another(ada, { scopes: ['read'] })).expect(403);
  });

  it('409: a thousand keys that may be used, however many ask at once', async () => {
    const ada = await registry.register();
    const filler = times(994, () => 0).map((_, index) => ({
      id: `key_Fill${String(index).padStart(18, '0')}`,
      accountId: ada.accountId,
      hash: new Uint8Array(Buffer.from(`fill${index}`.padEnd(32))),
      prefix: '',
      name: '',
      scopes: [],
    }));
    await registry.database.apiKey.createMany({ data: filler });
    const answers = await Promise.all(times(10, () => keys.make(ada)));
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409]);
    await keys.revoke(ada, filler[0]?.id ?? '').expect(204);
    await keys.make(ada).expect(201);
    const { body } = await keys.make(ada).expect(409);
    expect(body.code).toBe('conflict');
  });

  it('409: a repeat of a request that has shown its key, also where that broke off', async () => {
    const ada = await registry.register();
    const repeat = () => keys.make(ada, { name: 'ci' }).set('Idempotency-Key', 'a-key');
    const first = await repeat().expect(201);
    const kept = await repeat().expect(409);
    await keys.breakOff();
    const again = await repeat().expect(409);
    for (const { body } of [kept, again]) expect(body).toMatchObject({ code: 'secret-already-issued', key_id: first.body.key_id });
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2);
  });

  it('422: another request with the same Idempotency-Key', async () => {
    const ada = await registry.register();
    await keys.make(ada, { name: 'one' }).set('Idempotency-Key', 'k').expect(201);
    expect((await keys.make(ada, { name: 'two' }).set('Idempotency-Key', 'k').expect(422)).body.code).toBe('idempotency-mismatch');
  });
});
