import { bearer, sharedRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await sharedRegistry();
});
beforeEach(async () => {
  ada = await registry.register();
});

const read = (query = '', account = ada) => registry.api.get(`/v1/audit${query}`).set(bearer(account));
const webhook = async (account = ada) =>
  (await registry.api.post('/v1/webhooks').set(bearer(account)).send({ url: 'https://hooks.example.com' }).expect(201)).body.id;

describe('GET /v1/audit', () => {
  it("200: who changed what, of the account's own, newest first", async () => {
    await webhook(await registry.register());
    const response = await registry.api
      .post('/v1/webhooks')
      .set(bearer(ada))
      .send({ url: 'https://hooks.example.com', events: ['key.revoked'] });
    const { body } = await read().expect(200);
    expect(body.records[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      action: 'webhook.created',
      actor: 'key',
      key_id: ada.keyId,
      request_id: response.headers['x-request-id'],
      subject: response.body.id,
      detail: { url: 'https://hooks.example.com/', events: ['key.revoked'] },
      created_at: expect.stringMatching(/Z$/),
    });
    expect(body).toMatchObject({ page: 1, limit: 20, total: body.records.length, pages: 1 });
    expect(body.records.filter(({ action }: { action: string }) => action === 'webhook.created')).toHaveLength(1);
  });

  it('200: of one action, or of one subject', async () => {
    const [first, second] = [await webhook(), await webhook()];
    await registry.publish(ada, closedCircuit());
    const byAction = await read('?action=webhook.created').expect(200);
    expect(byAction.body.records.map(({ subject }: { subject: string }) => subject)).toEqual([second, first]);
    const bySubject = await read(`?subject=${first}`).expect(200);
    expect(bySubject.body.records).toMatchObject([{ subject: first }]);
    expect((await read('?subject=nothing').expect(200)).body).toMatchObject({ records: [], total: 0, pages: 0 });
  });

  it('200: links along which nothing shifts while more is recorded', async () => {
    const subjects: string[] = [];
    for (let number = 0; number < 4; number += 1) subjects.unshift(await webhook());
    const first = await read('?action=webhook.created&limit=2').expect(200);
    await webhook();
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await registry.api.get(next).set(bearer(ada)).expect(200);
    expect([...first.body.records, ...second.body.records].map(({ subject }) => subject)).toEqual(subjects);
    expect(second.body).toMatchObject({ page: 2, total: 4, pages: 2 });
  });

  it('304: where nothing has changed', async () => {
    const { headers } = await read().expect(200);
    await read().set('If-None-Match', String(headers['etag'])).expect(304);
  });

  it('400: an action that is none, a page that lies too deep, a parameter that is not known', async () => {
    for (const query of ['?action=circuit.eaten', '?page=2000&limit=100', '?as_of=-1', '?as_of=x', '?subject=', '?actor=key']) {
      expect((await read(query).expect(400)).body.code).toBe('invalid-request');
    }
  });

  it('401: without a key', async () => {
    await registry.api.get('/v1/audit').expect(401);
  });

  it('403: without the scope for keys', async () => {
    await registry.database.apiKey.update({ where: { id: ada.keyId }, data: { scopes: ['read'] } });
    await read().expect(403);
  });
});
