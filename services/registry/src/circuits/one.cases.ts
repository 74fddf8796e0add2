import { bearer, sharedRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  registry = await sharedRegistry();
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});

describe('GET /v1/circuits/:pid', () => {
  it('200: source, ports and versions', async () => {
    const pid = await registry.publish(ada, closedCircuit(10));
    const { body } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
    expect(body.source).toBe(closedCircuit(10));
    expect(body.signature).toEqual({
      inputs: [{ name: 'a', domain: { kind: 'integer', lo: 0, hi: 1_010 } }],
      outputs: [{ name: 'b', domain: { kind: 'integer', lo: 0, hi: 1_010 } }],
    });
    expect(body.versions).toEqual([
      { version: 1, hash: body.hash, certified: false, phi_c: null, assurance: null, certified_at: null, created_at: expect.any(String) },
    ]);
  });

  it('304: to whom has it already', async () => {
    const pid = await registry.publish(ada, closedCircuit(11));
    const { headers } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
    await registry.api
      .get(`/v1/circuits/${pid}`)
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
  });

  it('404: a private circuit of another is as unknown as one that is not there', async () => {
    const pid = await registry.publish(ada, closedCircuit(12), { visibility: 'private' });
    await registry.api.get(`/v1/circuits/${pid}`).set(bearer(ada)).expect(200);
    const hidden = await registry.api.get(`/v1/circuits/${pid}`).set(bearer(bob)).expect(404);
    const absent = await registry.api.get('/v1/circuits/cir_0000000000000000000000').set(bearer(bob)).expect(404);
    expect(hidden.body.detail).toBe(absent.body.detail);
    for (const address of [`/v1/circuits/${pid}`, '/v1/circuits/nothing', '/v1/circuits/cir_1%00']) {
      expect([400, 404]).toContain((await registry.api.get(address)).status);
    }
  });

  it('400: a query that is not known; 405: a method that is not taken', async () => {
    await registry.api.get('/v1/circuits/cir_0000000000000000000000?x=1').expect(400);
    const { headers } = await registry.api.post('/v1/circuits/cir_0000000000000000000000').expect(405);
    expect(headers['allow']).toBe('GET, HEAD, PUT, DELETE');
  });

  it('401: with a key that is none', async () => {
    const pid = await registry.publish(ada, closedCircuit(13));
    await registry.api.get(`/v1/circuits/${pid}`).set('Authorization', 'Bearer nonsense').expect(401);
  });

  it('410: withdrawn, to those who could see it', async () => {
    const pid = await registry.publish(ada, closedCircuit(14));
    await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
    for (const account of [ada, bob]) {
      expect((await registry.api.get(`/v1/circuits/${pid}`).set(bearer(account)).expect(410)).body.code).toBe('withdrawn');
    }
  });
});

describe('POST /v1/circuits', () => {
  it('422: ports whose domains, written out, would make an answer of megabytes', async () => {
    const tags = Array.from({ length: 2_000 }, (_, index) => `t${index}`).join(', ');
    const ports = Array.from({ length: 200 }, (_, index) => `  input x${index}: E\n`).join('');
    const source = `domain E = enum { ${tags} }\ncircuit wide {\n${ports}  output y: bool\n  y = x0 == .t1\n}\n`;
    const { body } = await registry.api.post('/v1/circuits').set(bearer(ada)).send({ name: 'wide', source }).expect(422);
    expect(body.diagnostics).toMatchObject([{ code: 'domain-too-large', message: expect.stringContaining('1,048,576 characters') }]);
  });
});
