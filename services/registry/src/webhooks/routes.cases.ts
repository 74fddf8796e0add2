import { randomBytes } from 'node:crypto';
import { bearer, sharedRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await sharedRegistry();
});
beforeEach(async () => {
  ada = await registry.register();
});

const URL_OF_ADA = 'https://hooks.example.com/kirchhoff';
const create = (account: TestAccount, body: object = { url: URL_OF_ADA }) =>
  registry.api.post('/v1/webhooks').set(bearer(account)).send(body);
const created = async (account: TestAccount, body?: object) => (await create(account, body).expect(201)).body;
const list = async (account: TestAccount) => (await registry.api.get('/v1/webhooks').set(bearer(account)).expect(200)).body.webhooks;
const records = async (account: TestAccount, action: string) =>
  registry.database.auditRecord.findMany({ where: { accountId: account.accountId, action } });
const remove = (account: TestAccount, id: string) => registry.api.delete(`/v1/webhooks/${id}`).set(bearer(account));
const rotate = (account: TestAccount, id: string) => registry.api.post(`/v1/webhooks/${id}/rotate-secret`).set(bearer(account));
const row = async (id: string) => registry.database.webhook.findUniqueOrThrow({ where: { id } });
/** Creates an account whose key may not manage keys. */
async function limited(): Promise<TestAccount> {
  const account = await registry.register();
  await registry.database.apiKey.update({ where: { id: account.keyId }, data: { scopes: ['read', 'publish'] } });
  return account;
}

describe('POST /v1/webhooks', () => {
  it('201: the webhook, and its secret this once', async () => {
    const { body, headers } = await create(ada, { url: `${URL_OF_ADA}#here`, events: ['key.revoked'], description: 'ours' }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9A-Za-z]{22}$/),
      url: URL_OF_ADA,
      description: 'ours',
      events: ['key.revoked'],
      created_at: expect.stringMatching(/Z$/),
      previous_secret_until: null,
      secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    });
    expect(headers['location']).toBe(`/v1/webhooks/${body.id}`);
    expect(headers['cache-control']).toBe('no-store');
    const [shown] = await list(ada);
    expect(JSON.stringify(shown)).not.toContain(body.secret.slice(6));
    const [record] = await records(ada, 'webhook.created');
    expect(record).toMatchObject({ subject: body.id, apiKeyId: ada.keyId, requestId: headers['x-request-id'] });
    expect(JSON.stringify(record?.detail)).not.toContain(body.secret.slice(6));
  });

  it('201: told of all events unless it says of which', async () => {
    expect((await created(ada)).events).toEqual(['circuit.published', 'circuit.certified', 'circuit.decertified', 'key.revoked']);
  });

  it('400: a URL that is none, or leads where only we can go; its place is named', async () => {
    for (const url of [
      'nonsense',
      'http://hooks.example.com',
      'https://127.0.0.1',
      'https://2130706433',
      'https://[::ffff:10.0.0.1]',
      'https://localhost',
    ]) {
      const { body } = await create(ada, { url }).expect(400);
      expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/url', message: expect.stringMatching(/^must/) }] });
    }
    await create(ada, { url: 'https://user:password@hooks.example.com' }).expect(400);
    expect(await list(ada)).toEqual([]);
  });

  it('400: events that are unknown, twice or none; fields that are missing or not known', async () => {
    for (const body of [
      {},
      { url: URL_OF_ADA, events: [] },
      { url: URL_OF_ADA, events: ['circuit.eaten'] },
      { url: URL_OF_ADA, events: ['key.revoked', 'key.revoked'] },
      { url: URL_OF_ADA, secret: 'mine' },
      { url: URL_OF_ADA, description: 'a\u0000b' },
      { url: `https://hooks.example.com/${'a'.repeat(2_000)}` },
    ]) {
      expect((await create(ada, body).expect(400)).body.code).toBe('invalid-request');
    }
  });

  it('401: without a key', async () => {
    await registry.api.post('/v1/webhooks').send({ url: URL_OF_ADA }).expect(401);
  });

  it('403: without the scope for keys', async () => {
    expect((await create(await limited()).expect(403)).body.code).toBe('missing-scope');
  });

  it('409: the twenty-first, also when they are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, async () => create(ada)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const { body } of answers.filter(({ status }) => status !== 201)) expect(body).toMatchObject({ status: 409, code: 'conflict' });
    expect(await records(ada, 'webhook.created')).toHaveLength(20);
    const [{ id }] = await list(ada);
    await registry.api.delete(`/v1/webhooks/${id}`).set(bearer(ada)).expect(204);
    await create(ada).expect(201);
  });

  it('409: a repeat is told what was made, and never the secret again', async () => {
    const key = randomBytes(8).toString('hex');
    const { body } = await create(ada).set('Idempotency-Key', key).expect(201);
    const repeated = await create(ada).set('Idempotency-Key', key).expect(409);
    expect(repeated.body).toMatchObject({ code: 'secret-already-issued', key_id: body.id });
    expect(repeated.text).not.toContain(body.secret.slice(6));
    expect(await list(ada)).toHaveLength(1);
    const kept = await registry.database.idempotencyRecord.findMany({ where: { scope: ada.accountId } });
    expect(JSON.stringify(kept)).not.toContain(body.secret.slice(6));
  });

  it('409: so is the repeat of one that broke off after it was written', async () => {
    const key = randomBytes(8).toString('hex');
    const { body } = await create(ada).set('Idempotency-Key', key).expect(201);
    await registry.database.$executeRaw`UPDATE idempotency_records
      SET status = 'running', lease_until = now() - interval '1 second', secret_key_id = NULL WHERE scope = ${ada.accountId}`;
    const repeated = await create(ada).set('Idempotency-Key', key).expect(409);
    expect(repeated.body).toMatchObject({ code: 'secret-already-issued', key_id: body.id });
    expect(await list(ada)).toHaveLength(1);
    expect(await records(ada, 'webhook.created')).toHaveLength(1);
  });

  it('422: the same Idempotency-Key with another body', async () => {
    await create(ada).set('Idempotency-Key', 'one').expect(201);
    await create(ada, { url: 'https://other.example.com' }).set('Idempotency-Key', 'one').expect(422);
  });
});

describe('GET /v1/webhooks', () => {
  it("200: the account's own, newest first, with an entity tag", async () => {
    const [first, second] = [await created(ada), await created(ada, { url: 'https://b.example.com', events: ['key.revoked'] })];
    await created(await registry.register());
    const { body, headers } = await registry.api.get('/v1/webhooks').set(bearer(ada)).expect(200);
    const { secret: _first, ...one } = first;
    const { secret: _second, ...two } = second;
    expect(body).toEqual({ webhooks: [two, one] });
    expect(headers['cache-control']).toBe('private, no-store');
    await registry.api.get('/v1/webhooks').set(bearer(ada)).set('If-None-Match', String(headers['etag'])).expect(304);
  });

  it('401, 403: without a key, and without the scope for keys', async () => {
    await registry.api.get('/v1/webhooks').expect(401);
    await registry.api
      .get('/v1/webhooks')
      .set(bearer(await limited()))
      .expect(403);
  });
});

describe('DELETE /v1/webhooks/:id', () => {
  it('204: it is gone, its secrets too, and what waits is not sent any more; again 204, recorded once', async () => {
    const { id } = await created(ada);
    await registry.publish(ada, 'circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = a\n}\n');
    await remove(ada, id).expect(204);
    await remove(ada, id).expect(204);
    expect(await list(ada)).toEqual([]);
    expect(await row(id)).toMatchObject({ secret: new Uint8Array(), previousSecret: null, olderSecret: null, deletedAt: expect.any(Date) });
    const waiting = await registry.database.webhookDelivery.count({ where: { webhookId: id, status: 'pending' } });
    expect(waiting).toBe(0);
    expect(await records(ada, 'webhook.deleted')).toMatchObject([{ subject: id }]);
  });

  it("404: another account's, and what is none", async () => {
    const { id } = await created(ada);
    const bob = await registry.register();
    for (const other of [id, 'nonsense', `whk_${'0'.repeat(22)}`]) await remove(bob, other).expect(404);
    expect(await list(ada)).toHaveLength(1);
  });

  it('401, 403: without a key, and without the scope for keys', async () => {
    const { id } = await created(ada);
    await registry.api.delete(`/v1/webhooks/${id}`).expect(401);
    await remove(await limited(), id).expect(403);
  });
});

describe('POST /v1/webhooks/:id/rotate-secret', () => {
  it('200: a new secret this once; the one before signs too for a day', async () => {
    const webhook = await created(ada);
    const { body } = await rotate(ada, webhook.id).expect(200);
    expect(body).toEqual({ ...webhook, secret: expect.stringMatching(/^whsec_/), previous_secret_until: expect.stringMatching(/Z$/) });
    expect(body.secret).not.toBe(webhook.secret);
    const hours = (Date.parse(body.previous_secret_until) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    const stored = await row(webhook.id);
    expect(`whsec_${Buffer.from(stored.previousSecret ?? []).toString('base64')}`).toBe(webhook.secret);
    expect(await records(ada, 'webhook.secret_rotated')).toMatchObject([{ subject: webhook.id, detail: {} }]);
  });

  it('404: another account’s, a deleted one, and what is none', async () => {
    const { id } = await created(ada);
    await rotate(await registry.register(), id).expect(404);
    await registry.api.delete(`/v1/webhooks/${id}`).set(bearer(ada)).expect(204);
    await rotate(ada, id).expect(404);
    await rotate(ada, 'nonsense').expect(404);
  });

  it('409: a repeat is not given the secret again, and rotates nothing', async () => {
    const { id } = await created(ada);
    const { body } = await rotate(ada, id).set('Idempotency-Key', 'once').expect(200);
    const repeated = await rotate(ada, id).set('Idempotency-Key', 'once').expect(409);
    expect(repeated.body).toMatchObject({ code: 'secret-already-issued', key_id: id });
    expect(`whsec_${Buffer.from((await row(id)).secret).toString('base64')}`).toBe(body.secret);
  });

  it('401, 403: without a key, and without the scope for keys', async () => {
    const { id } = await created(ada);
    await registry.api.post(`/v1/webhooks/${id}/rotate-secret`).expect(401);
    await rotate(await limited(), id).expect(403);
  });
});
