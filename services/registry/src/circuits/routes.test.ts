import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, POLICY } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  registry = await startTestRegistry({ PUBLIC_URL: 'https://registry.example.com' });
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});
afterAll(async () => registry.close());

const post = (body: object | string, account: TestAccount | undefined = ada) => {
  const request = registry.api.post('/v1/circuits').set('Content-Type', 'application/json');
  return (account === undefined ? request : request.set(bearer(account))).send(body);
};

describe('POST /v1/circuits', () => {
  it('201: the circuit stands at its Location, not certified yet', async () => {
    const { body, headers } = await post({ name: 'half', source: closedCircuit(1), description: 'halves' }).expect(201);
    expect(headers['location']).toBe(`/v1/circuits/${body.pid}`);
    expect(body).toEqual({
      pid: expect.stringMatching(/^cir_[0-9A-Za-z]{22}$/),
      name: 'half',
      description: 'halves',
      visibility: 'public',
      owner: ada.accountId,
      version: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      certified: false,
      phi_c: null,
      certified_at: null,
      badge_url: `https://registry.example.com/v1/circuits/${body.pid}/badge`,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    });
    await registry.api.get(headers['location'] ?? '').expect(200);
  });

  it('200: the same source under the same name again is the circuit that exists', async () => {
    const first = await post({ name: 'twice', source: closedCircuit(2) }).expect(201);
    const second = await post({ name: 'twice', source: closedCircuit(2), description: 'other' }).expect(200);
    expect(second.body).toEqual(first.body);
    await post({ name: 'twice, renamed', source: closedCircuit(2) }).expect(201);
    await post({ name: 'twice', source: closedCircuit(2) }, bob).expect(201);
  });

  it('200 for all but one of ten at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => post({ name: 'raced', source: closedCircuit(3) })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    expect(new Set(answers.map(({ body }) => body.pid)).size).toBe(1);
  });

  it('400: what is not JSON, and fields that are not as described or not known', async () => {
    expect((await post('{"name":').expect(400)).body.code).toBe('malformed-json');
    const { body } = await post({ name: '', source: 7, visibility: 'secret', colour: 'red' }).expect(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/colour',
      '/name',
      '/source',
      '/visibility',
    ]);
    expect((await post({ name: 'a\u0000b', source: closedCircuit() }).expect(400)).body.errors[0].pointer).toBe('/name');
  });

  it('401: without a key', async () => {
    const { headers } = await registry.api.post('/v1/circuits').send({ name: 'x', source: 'y' }).expect(401);
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('403: with a key that may not publish', async () => {
    const weak = await registry.register();
    await registry.database.apiKey.update({ where: { id: weak.keyId }, data: { scopes: ['read'] } });
    expect((await post({ name: 'x', source: closedCircuit() }, weak).expect(403)).body.code).toBe('missing-scope');
  });

  it('413: a body of 5 MB', async () => {
    await post(JSON.stringify({ name: 'large', source: ' '.repeat(5_000_000) })).expect(413);
  });

  it('415: another media type', async () => {
    await registry.api.post('/v1/circuits').set(bearer(ada)).set('Content-Type', 'text/plain').send('circuit').expect(415);
  });

  it('422: every mistake of the source with line and column', async () => {
    const source = 'circuit broken {\n  input a: 0..9\n  output b: 0..9\n  b = a + missing\n}\n';
    const { body } = await post({ name: 'broken', source }).expect(422);
    expect(body.code).toBe('invalid-program');
    expect(body.diagnostics[0]).toMatchObject({ severity: 'error', code: 'unknown-name', line: 4, column: 11 });
  });

  it('422: 100,000 nested parentheses', async () => {
    const source = `circuit deep {\n  input a: 0..9\n  output b: 0..9\n  b = ${'('.repeat(100_000)}a${')'.repeat(100_000)}\n}\n`;
    const { body } = await post({ name: 'deep', source }).expect(422);
    expect(body.diagnostics[0]).toMatchObject({ code: 'nested-too-deep', line: 4 });
  });

  it('422: NUL in a source, a source over 512 KiB, a policy', async () => {
    expect((await post({ name: 'nul', source: `// \u0000\n${closedCircuit()}` }).expect(422)).body.diagnostics[0].code).toBe(
      'source-not-text',
    );
    const long = `//${'x'.repeat(512 * 1024)}\n${closedCircuit()}`;
    expect((await post({ name: 'long', source: long }).expect(422)).body.diagnostics[0].code).toBe('source-too-long');
    expect((await post({ name: 'policy', source: POLICY }).expect(422)).body.diagnostics[0].hint).toMatch('/v1/policies');
  });
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
      { version: 1, hash: body.hash, certified: false, phi_c: null, certified_at: null, created_at: expect.any(String) },
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
});
