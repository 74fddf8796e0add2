import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => registry.close());

const works = async (key: string) => (await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`)).status;
const keysOf = async (account: TestAccount) => (await registry.api.get('/v1/auth/keys').set(bearer(account)).expect(200)).body.keys;
const register = (body: object) => registry.api.post('/v1/auth/register').send(body);
const registerOnce = (key: string) => register({ email: 'a@b.example', name: 'x' }).set('Idempotency-Key', key);
const make = (account: TestAccount, body: object = {}) => registry.api.post('/v1/auth/keys').set(bearer(account)).send(body);
const revoke = (account: TestAccount, keyId: string) => registry.api.delete(`/v1/auth/keys/${keyId}`).set(bearer(account));
const rotate = (account: TestAccount) => registry.api.post('/v1/auth/keys/rotate').set(bearer(account));
const stored = async (id: string) => registry.database.apiKey.findUniqueOrThrow({ where: { id } });
const change = async (account: TestAccount, data: object) => registry.database.apiKey.update({ where: { id: account.keyId }, data });
const audit = async ({ accountId }: TestAccount) =>
  registry.database.auditRecord.findMany({
    where: { accountId },
    orderBy: { id: 'asc' },
    select: { actor: true, apiKeyId: true, requestId: true, action: true, subject: true, detail: true },
  });

/** Another key of the same account. */
async function another(account: TestAccount, body: object = {}): Promise<TestAccount> {
  const answer = await make(account, body).expect(201);
  return { ...account, key: answer.body.api_key, keyId: answer.body.key_id };
}

const now = () => Date.now();
const inMilliseconds = (milliseconds: number) => new Date(now() + milliseconds).toISOString();
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const times = <Value>(count: number, what: () => Value): readonly Value[] => Array.from({ length: count }, what);

/** What becomes of a call by a key that opens nothing. */
async function refusals(call: (account: TestAccount) => Promise<unknown>): Promise<void> {
  const ada = await registry.register();
  const dead = await another(ada);
  await revoke(ada, dead.keyId).expect(204);
  for (const key of [dead.key, 'nonsense'])
    expect(await call({ ...ada, key })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
}

describe('POST /v1/auth/register', () => {
  it('201: an account and its first key, which may do everything', async () => {
    const { body, headers } = await register({ email: 'ada@example.com', name: 'Ada' }).expect(201);
    expect(body).toEqual({
      api_key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{40}$/),
      message: expect.stringMatching(/created.*cannot be retrieved later/),
      key_id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      account_id: expect.stringMatching(/^acc_[0-9A-Za-z]{22}$/),
      tier: 'free',
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await works(body.api_key)).toBe(200);
    const row = await stored(body.key_id);
    expect(JSON.stringify(row)).not.toContain(body.api_key);
    expect(row.scopes).toEqual(['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys']);
    expect(await audit({ accountId: body.account_id, keyId: body.key_id, key: '' })).toEqual([
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

  it('401: with a key that is none, though it needs none', async () => {
    await register({ email: 'a@b.example', name: 'x' }).set('Authorization', 'Bearer nonsense').expect(401);
  });

  it('409: a repeat of a request that has shown its key', async () => {
    const first = await registerOnce('a-registration').expect(201);
    const { body } = await registerOnce('a-registration').expect(409);
    expect(body).toMatchObject({ code: 'secret-already-issued', key_id: first.body.key_id });
  });

  it('409: a repeat of a request that broke off between its commit and its answer', async () => {
    const first = await registerOnce('broke-off').expect(201);
    await breakOff();
    const { body } = await registerOnce('broke-off').expect(409);
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

/** Lets the last request have died after its commit: its record says that it runs, and that its lease is over. */
async function breakOff(): Promise<void> {
  const last = await registry.database.idempotencyRecord.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  const { scope, route, key } = last;
  await registry.database.idempotencyRecord.update({
    where: { scope_route_key: { scope, route, key } },
    data: { status: 'running', leaseUntil: new Date(0), responseStatus: null, secretKeyId: null },
  });
}

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

  it('200: the newest first, those that are revoked as well', async () => {
    const ada = await registry.register();
    const { body } = await rotate(ada).expect(200);
    expect(await keysOf({ ...ada, key: body.api_key })).toMatchObject([
      { id: body.key_id, current: true, revoked_at: null },
      { id: ada.keyId, current: false, revoked_at: expect.any(String) },
    ]);
  });

  it('200: every key that may be used, and of the others the newest hundred', async () => {
    const ada = await registry.register();
    const rows = (kind: string, count: number, data: object) =>
      times(count, () => kind).map((name, index) => ({
        id: `key_${name}${String(index).padStart(22 - name.length, '0')}`,
        accountId: ada.accountId,
        hash: new Uint8Array(Buffer.from(`${name}${index}`.padEnd(32))),
        prefix: '',
        name,
        scopes: [],
        createdAt: new Date(now() + index),
        ...data,
      }));
    await registry.database.apiKey.createMany({
      data: [
        ...rows('Standing', 120, { createdAt: new Date(0) }),
        ...rows('Revoked', 60, { revokedAt: new Date() }),
        ...rows('Expired', 60, { expiresAt: new Date(1) }),
      ],
    });
    const keys: readonly { readonly name: string; readonly created_at: string }[] = await keysOf(ada);
    const count = (name: string) => keys.filter((key) => key.name === name).length;
    expect([count('Standing'), count('Revoked'), count('Expired'), keys.length]).toEqual([120, 50, 50, 221]);
    const created = keys.map(({ created_at }) => created_at);
    expect(created).toEqual(created.toSorted().toReversed());
  });

  it('400: a query that is not known', async () => {
    await registry.api
      .get('/v1/auth/keys?page=1')
      .set(bearer(await registry.register()))
      .expect(400);
  });

  it('401: without a key, and with one that opens nothing', async () => {
    await registry.api.get('/v1/auth/keys').expect(401);
    await refusals(async (account) => registry.api.get('/v1/auth/keys').set(bearer(account)));
  });

  it('403: a key without the scope', async () => {
    const ada = await registry.register();
    const { body } = await registry.api
      .get('/v1/auth/keys')
      .set(bearer(await another(ada, { scopes: ['read'] })))
      .expect(403);
    expect(body).toMatchObject({ code: 'missing-scope', detail: expect.stringContaining('keys') });
  });
});

describe('POST /v1/auth/keys', () => {
  it('201: a key with what was asked for, shown this once', async () => {
    const ada = await registry.register();
    const expires_at = inMilliseconds(3_600_000);
    const { body, headers } = await make(ada, { name: 'ci', scopes: ['read', 'certify'], expires_at }).expect(201);
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
    expect(await works(body.api_key)).toBe(200);
    expect(JSON.stringify(await stored(body.key_id))).not.toContain(body.api_key);
    expect((await audit(ada)).at(-1)).toEqual({
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
    const maker = await another(ada, { scopes: ['keys', 'read'], expires_at: inMilliseconds(60_000) });
    const { body } = await make(maker).expect(201);
    expect(body).toMatchObject({
      name: 'unnamed key',
      scopes: ['keys', 'read'],
      expires_at: (await stored(maker.keyId)).expiresAt?.toISOString(),
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
      const answer = await make(ada, body).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
    }
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(1);
  });

  it('401: a key that opens nothing', async () => {
    await refusals(async (account) => make(account));
  });

  it('401: a key that was revoked while it made another, which is not made', async () => {
    const ada = await registry.register();
    const maker = await another(ada);
    const answers = await Promise.all([...times(10, () => make(maker)), revoke(ada, maker.keyId), ...times(10, () => make(maker))]);
    const made = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => [201, 204, 401].includes(status))).toBe(true);
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2 + made);
    // Records are written under the lock of the key that makes or is revoked: none was made after the revocation.
    expect((await audit(ada)).at(-1)).toMatchObject({ action: 'key.revoked', subject: maker.keyId });
  });

  it('403: more than the key that makes it: a scope that it lacks, or an end after its own', async () => {
    const ada = await registry.register();
    const maker = await another(ada, { scopes: ['keys', 'read'], expires_at: inMilliseconds(60_000) });
    const scope = await make(maker, { scopes: ['read', 'publish'] }).expect(403);
    expect(scope.body).toMatchObject({ code: 'missing-scope', detail: expect.stringContaining('publish') });
    const end = await make(maker, { expires_at: inMilliseconds(120_000) }).expect(403);
    expect(end.body).toMatchObject({ code: 'missing-scope', detail: expect.stringContaining('outlasts') });
  });

  it('403: a key without the scope', async () => {
    const ada = await registry.register();
    await make(await another(ada, { scopes: ['read'] })).expect(403);
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
    const answers = await Promise.all(times(10, () => make(ada)));
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409]);
    await revoke(ada, filler[0]?.id ?? '').expect(204);
    await make(ada).expect(201);
    const { body } = await make(ada).expect(409);
    expect(body.code).toBe('conflict');
  });

  it('409: a repeat of a request that has shown its key, also where that broke off', async () => {
    const ada = await registry.register();
    const repeat = () => make(ada, { name: 'ci' }).set('Idempotency-Key', 'a-key');
    const first = await repeat().expect(201);
    const kept = await repeat().expect(409);
    await breakOff();
    const again = await repeat().expect(409);
    for (const { body } of [kept, again]) expect(body).toMatchObject({ code: 'secret-already-issued', key_id: first.body.key_id });
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2);
  });

  it('422: another request with the same Idempotency-Key', async () => {
    const ada = await registry.register();
    await make(ada, { name: 'one' }).set('Idempotency-Key', 'k').expect(201);
    expect((await make(ada, { name: 'two' }).set('Idempotency-Key', 'k').expect(422)).body.code).toBe('idempotency-mismatch');
  });
});

describe('DELETE /v1/auth/keys/:key_id', () => {
  it('204: the key is dead when the answer arrives; again 204', async () => {
    const ada = await registry.register();
    const other = await another(ada);
    expect(await works(other.key)).toBe(200);
    const { headers } = await revoke(ada, other.keyId).expect(204);
    expect(await works(other.key)).toBe(401);
    const { revokedAt } = await stored(other.keyId);
    await revoke(ada, other.keyId).expect(204);
    expect((await stored(other.keyId)).revokedAt).toEqual(revokedAt);
    expect((await audit(ada)).slice(2)).toEqual([
      {
        actor: 'key',
        apiKeyId: ada.keyId,
        requestId: headers['x-request-id'],
        action: 'key.revoked',
        subject: other.keyId,
        detail: { name: 'unnamed key' },
      },
    ]);
  });

  it('204: a key may revoke itself', async () => {
    const ada = await registry.register();
    await revoke(ada, ada.keyId).expect(204);
    expect(await works(ada.key)).toBe(401);
  });

  it('401: a key that opens nothing', async () => {
    await refusals(async (account) => revoke(account, account.keyId));
  });

  it('403: a key without the scope, even for itself', async () => {
    const ada = await registry.register();
    const weak = await another(ada, { scopes: ['read'] });
    await revoke(weak, weak.keyId).expect(403);
    expect(await works(weak.key)).toBe(200);
  });

  it("404: another account's key, and what is none", async () => {
    const [ada, bob] = [await registry.register(), await registry.register()];
    await revoke(bob, ada.keyId).expect(404);
    await revoke(bob, 'nonsense').expect(404);
    expect(await works(ada.key)).toBe(200);
  });
});

describe('POST /v1/auth/keys/rotate', () => {
  it('200: a new key with the rights of the old one, which is dead', async () => {
    const ada = await registry.register();
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    await change(ada, { name: 'ci', scopes: ['read'], expiresAt });
    const { body, headers } = await rotate(ada).expect(200);
    expect(body).toEqual({
      api_key: expect.any(String),
      key_id: expect.any(String),
      message: expect.stringContaining('cannot be retrieved later'),
      revoked_key_id: ada.keyId,
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await works(ada.key)).toBe(401);
    expect(await works(body.api_key)).toBe(200);
    expect(await stored(body.key_id)).toMatchObject({ accountId: ada.accountId, name: 'ci', scopes: ['read'], expiresAt });
    expect((await audit(ada)).at(-1)).toEqual({
      actor: 'key',
      apiKeyId: ada.keyId,
      requestId: headers['x-request-id'],
      action: 'key.rotated',
      subject: ada.keyId,
      detail: { new_key_id: body.key_id },
    });
  });

  it('200 once and 401 otherwise, when twenty rotate one key at once', async () => {
    const ada = await registry.register();
    const answers = await Promise.all(times(20, () => rotate(ada)));
    expect(statuses(answers)).toEqual([200, ...times(19, () => 401)]);
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2);
    const won = answers.find(({ status }) => status === 200);
    expect(await works(String(won?.body.api_key))).toBe(200);
  });

  it('200 or 401, when the key is revoked at the same time: one of both has ended it', async () => {
    const ended: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const ada = await registry.register();
      const other = await another(ada);
      const [revoked, rotated] = await Promise.all([revoke(ada, other.keyId), rotate(other)]);
      expect(revoked.status).toBe(204);
      expect([200, 401]).toContain(rotated.status);
      const ends = (await audit(ada)).filter(({ subject, action }) => subject === other.keyId && action !== 'key.created');
      expect(ends.map(({ action }) => action)).toEqual([rotated.status === 200 ? 'key.rotated' : 'key.revoked']);
      expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId, revokedAt: null } })).toBe(
        rotated.status === 200 ? 2 : 1,
      );
      ended.push(...ends.map(({ action }) => action));
    }
    expect(ended).toHaveLength(10);
  });

  it('401: without a key, and with one that opens nothing', async () => {
    await registry.api.post('/v1/auth/keys/rotate').expect(401);
    await refusals(async (account) => rotate(account));
  });

  it('needs no scope', async () => {
    const ada = await registry.register();
    await rotate(await another(ada, { scopes: ['read'] })).expect(200);
  });
});

describe('webhooks are told of a key that ends', () => {
  it.each(['revoked', 'rotated'] as const)('%s', async (reason) => {
    const ada = await registry.register();
    const other = await another(ada, { name: 'ci' });
    const hook = { accountId: ada.accountId, url: 'https://example.com', description: '', secret: new Uint8Array(24) };
    const id = `whk_${ada.accountId.slice(4)}`;
    await registry.database.webhook.create({ data: { ...hook, id, events: ['key.revoked'] } });
    const end = async () => (reason === 'revoked' ? revoke(ada, other.keyId).expect(204) : rotate(other).expect(200));
    await end();
    await revoke(ada, other.keyId).expect(204);
    const told = await registry.database.webhookDelivery.findMany({ where: { webhookId: id } });
    expect(told.map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')))).toEqual([
      { type: 'key.revoked', timestamp: expect.any(String), data: { key_id: other.keyId, name: 'ci', reason } },
    ]);
  });
});

describe('a key that opens nothing', () => {
  it('is refused in the same way, whether it is unknown, revoked or expired', async () => {
    const ada = await registry.register();
    const [revoked, expired] = [await another(ada), await another(ada)];
    await revoke(ada, revoked.keyId).expect(204);
    await change(expired, { expiresAt: new Date(now() - 1_000) });
    const gone = await another(ada);
    await registry.database.auditRecord.deleteMany({ where: { subject: gone.keyId } });
    await registry.database.apiKey.delete({ where: { id: gone.keyId } });
    const answers = [];
    for (const { key } of [revoked, expired, gone]) {
      const answer = await registry.api.get('/v1/usage').set({ Authorization: `Bearer ${key}`, 'X-Request-Id': 'one' });
      answers.push({ status: answer.status, body: answer.body, headers: { ...answer.headers, date: '', traceparent: '' } });
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'unauthenticated' }, headers: { 'www-authenticate': 'Bearer' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is refused from the moment that it expires, though it was used just before', async () => {
    const ada = await registry.register();
    const end = now() + 300;
    const brief = await another(ada, { expires_at: new Date(end).toISOString() });
    for (;;) {
      const before = now();
      const status = await works(brief.key);
      if (before >= end) expect(status).toBe(401);
      if (now() < end) expect(status).toBe(200);
      if (before >= end) break;
    }
  });
});
