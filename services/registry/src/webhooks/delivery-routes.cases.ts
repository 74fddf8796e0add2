import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { bearer, sharedRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let webhookId: string;
beforeAll(async () => {
  registry = await sharedRegistry();
});
beforeEach(async () => {
  ada = await registry.register();
  const { body } = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com' }).expect(201);
  webhookId = body.id;
});

type Written = Partial<{
  status: 'pending' | 'delivered' | 'dead';
  createdAt: Date;
  attempts: number;
  lastStatus: number;
  lastError: string;
}>;

/** Inserts a delivery in the given state. */
async function written(more: Written = {}): Promise<string> {
  const eventId = makeIdentifier('event', systemRandomness);
  const payload = new Uint8Array(Buffer.from('{"type":"key.revoked"}'));
  await registry.database.webhookDelivery.create({ data: { webhookId, eventId, eventType: 'key.revoked', payload, ...more } });
  return eventId;
}

const list = (query = '', account = ada) => registry.api.get(`/v1/webhooks/${webhookId}/deliveries${query}`).set(bearer(account));
const again = (eventId: string, account = ada, webhook = webhookId) =>
  registry.api.post(`/v1/webhooks/${webhook}/deliveries/${eventId}/redeliver`).set(bearer(account));
/** Creates an account whose key may not manage keys. */
async function limited(): Promise<TestAccount> {
  const account = await registry.register();
  await registry.database.apiKey.update({ where: { id: account.keyId }, data: { scopes: ['read'] } });
  return account;
}

describe('GET /v1/webhooks/:id/deliveries', () => {
  it('200: what became of each event, without its bytes', async () => {
    const eventId = await written({ status: 'dead', attempts: 8, lastStatus: 500, lastError: 'the answer was not a 2xx status' });
    const { body } = await list().expect(200);
    expect(body).toEqual({
      deliveries: [
        {
          id: eventId,
          webhook_id: webhookId,
          type: 'key.revoked',
          status: 'dead',
          attempts: 8,
          next_attempt_at: null,
          last_attempt_at: null,
          last_status: 500,
          last_error: 'the answer was not a 2xx status',
          created_at: expect.stringMatching(/Z$/),
          delivered_at: null,
        },
      ],
      page: 1,
      limit: 20,
      total: 1,
      pages: 1,
    });
  });

  it('200: pages newest first, and links along which nothing shifts while more come', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.unshift(await written({ createdAt: new Date(Date.now() - 60_000 + number) }));
    const first = await list('?limit=2').expect(200);
    await written();
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await registry.api.get(next).set(bearer(ada)).expect(200);
    const shown = [...first.body.deliveries, ...second.body.deliveries].map(({ id }) => id);
    expect(shown).toEqual(ids.slice(0, 4));
    expect(second.body).toMatchObject({ page: 2, total: 5, pages: 3 });
  });

  it('200: of one status', async () => {
    const dead = await written({ status: 'dead' });
    await written({ status: 'delivered' });
    const { body, headers } = await list('?status=dead').expect(200);
    expect(body.deliveries).toMatchObject([{ id: dead }]);
    expect(headers['link']).toContain('status=dead');
  });

  it('304: where nothing has changed', async () => {
    await written();
    const { headers } = await list().expect(200);
    await list().set('If-None-Match', String(headers['etag'])).expect(304);
  });

  it('400: a page that lies too deep, a status or a time that is none', async () => {
    for (const query of ['?page=2000&limit=100', '?status=lost', '?as_of=yesterday', '?as_of=1998-12-31T23:59:60Z', '?sort=id']) {
      expect((await list(query).expect(400)).body.code).toBe('invalid-request');
    }
  });

  it("404: another account's webhook, a deleted one, and what is none", async () => {
    await list('', await registry.register()).expect(404);
    await registry.api.get('/v1/webhooks/nonsense/deliveries').set(bearer(ada)).expect(404);
    await registry.api.delete(`/v1/webhooks/${webhookId}`).set(bearer(ada)).expect(204);
    await list().expect(404);
  });

  it('401, 403: without a key, and without the scope for keys', async () => {
    await registry.api.get(`/v1/webhooks/${webhookId}/deliveries`).expect(401);
    await list('', await limited()).expect(403);
  });
});

describe('POST …/deliveries/:delivery_id/redeliver', () => {
  it.each(['delivered', 'dead', 'pending'] as const)('202: one that is %s waits for its first attempt again', async (status) => {
    const eventId = await written({ status, attempts: 3, lastStatus: 503, lastError: 'the answer was not a 2xx status' });
    const { body, headers } = await again(eventId).expect(202);
    expect(body).toMatchObject({
      id: eventId,
      status: 'pending',
      attempts: 0,
      next_attempt_at: expect.stringMatching(/Z$/),
      last_status: null,
      last_error: null,
      delivered_at: null,
    });
    expect(headers['location']).toBe(`/v1/webhooks/${webhookId}/deliveries`);
    const records = await registry.database.auditRecord.findMany({ where: { accountId: ada.accountId, action: 'webhook.redelivered' } });
    expect(records).toMatchObject([{ subject: webhookId, detail: { event_id: eventId }, requestId: headers['x-request-id'] }]);
  });

  it("404: another account's, a deleted webhook's, and what is none", async () => {
    const eventId = await written();
    await again(eventId, await registry.register()).expect(404);
    await again('nonsense').expect(404);
    await again(makeIdentifier('event', systemRandomness)).expect(404);
    await again(eventId, ada, 'nonsense').expect(404);
    await registry.api.delete(`/v1/webhooks/${webhookId}`).set(bearer(ada)).expect(204);
    await again(eventId).expect(404);
  });

  it('401, 403: without a key, and without the scope for keys', async () => {
    const eventId = await written();
    await registry.api.post(`/v1/webhooks/${webhookId}/deliveries/${eventId}/redeliver`).expect(401);
    await again(eventId, await limited()).expect(403);
  });
});
