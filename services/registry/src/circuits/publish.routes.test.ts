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

const recordsOf = async (subject: string) => registry.database.auditRecord.findMany({ where: { subject } });

/** Leaves the row of a process that was killed before it stored its answer. */
const leaveRunning = async ({ accountId }: TestAccount, seconds: number) => registry.database.$executeRaw`
  UPDATE idempotency_records SET status = 'running', lease_until = now() + ${seconds}::integer * interval '1 second',
    response_status = NULL, response_headers = NULL, response_body = NULL WHERE scope = ${accountId}`;

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
      engine_version: null,
      assurance: null,
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

  it('200 for all but one of fifty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, async () => post({ name: 'raced', source: closedCircuit(3) })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
    expect(new Set(answers.map(({ body }) => body.pid)).size).toBe(1);
    expect(await recordsOf(answers[0]?.body.pid)).toHaveLength(1);
  });

  it('201 anew for what was withdrawn', async () => {
    const first = await post({ name: 'again', source: closedCircuit(4) }).expect(201);
    await registry.api.delete(`/v1/circuits/${first.body.pid}`).set(bearer(ada)).expect(204);
    const second = await post({ name: 'again', source: closedCircuit(4) }).expect(201);
    expect(second.body.pid).not.toBe(first.body.pid);
  });

  it('201: recorded, and told to the webhooks of the account, once', async () => {
    const webhook = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com/' }).expect(201);
    const { body, headers } = await post({ name: 'told', source: closedCircuit(5), visibility: 'private' }).expect(201);
    await post({ name: 'told', source: closedCircuit(5) }).expect(200);
    const { pid, hash } = body;
    const detail = { name: 'told', version: 1, hash, visibility: 'private' };
    expect(await recordsOf(pid)).toEqual([
      expect.objectContaining({
        action: 'circuit.published',
        actor: 'key',
        apiKeyId: ada.keyId,
        requestId: headers['x-request-id'],
        detail,
      }),
    ]);
    const deliveries = await registry.database.webhookDelivery.findMany({ where: { webhookId: webhook.body.id } });
    const payloads = deliveries.map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')));
    expect(payloads).toEqual([{ type: 'circuit.published', timestamp: expect.any(String), data: { pid, ...detail } }]);
  });

  it('201: a name stays as it was written, and a description may have 2,000 signs of any plane', async () => {
    const name = "e\u0301 \u00e9 \u200b <script> '; DROP --";
    const { body } = await post({ name, source: closedCircuit(6), description: '🦜'.repeat(2_000) }).expect(201);
    expect(body).toMatchObject({ name, description: '🦜'.repeat(2_000) });
    expect((await registry.api.get(`/v1/circuits/${body.pid}`).expect(200)).body).toMatchObject(body);
    await post({ name: '\u00e9'.repeat(100), source: closedCircuit(6) }).expect(201);
    const answer = await post({ name: 'x'.repeat(101), source: closedCircuit(), description: '🦜'.repeat(2_001) }).expect(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(['/description', '/name']);
  });

  it('201 again for a request that broke off after it had written', async () => {
    const eve = await registry.register();
    const first = await post({ name: 'broken off', source: closedCircuit(7) }, eve)
      .set('Idempotency-Key', 'a')
      .expect(201);
    await leaveRunning(eve, -1);
    const second = await post({ name: 'broken off', source: closedCircuit(7) }, eve)
      .set('Idempotency-Key', 'a')
      .expect(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(await recordsOf(first.body.pid)).toHaveLength(1);
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
    for (const name of ['a\u0000b', 'pay\u202Eeno', 'two\nlines', ' ']) {
      expect((await post({ name, source: closedCircuit() }).expect(400)).body.errors[0].pointer).toBe('/name');
    }
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

  it('409: with an Idempotency-Key that is running; 422: with one of another request', async () => {
    const eve = await registry.register();
    await post({ name: 'keyed', source: closedCircuit(8) }, eve)
      .set('Idempotency-Key', 'a')
      .expect(201);
    const other = await post({ name: 'other', source: closedCircuit(8) }, eve)
      .set('Idempotency-Key', 'a')
      .expect(422);
    expect(other.body.code).toBe('idempotency-mismatch');
    await leaveRunning(eve, 60);
    const waiting = await post({ name: 'keyed', source: closedCircuit(8) }, eve)
      .set('Idempotency-Key', 'a')
      .expect(409);
    expect(waiting.body.code).toBe('idempotency-running');
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

  it('422: NUL in a source, a character that cannot be seen, a source over 512 KiB, a policy', async () => {
    expect((await post({ name: 'nul', source: `// \u0000\n${closedCircuit()}` }).expect(422)).body.diagnostics[0].code).toBe(
      'source-not-text',
    );
    const unseen = await post({ name: 'unseen', source: `// \u2066\n${closedCircuit()}` }).expect(422);
    expect(unseen.body.diagnostics).toMatchObject([{ code: 'unseen-character', line: 1, column: 4, text: '\\u{2066}' }]);
    const longest = `//${'x'.repeat(512 * 1024 - 3 - closedCircuit().length)}\n${closedCircuit()}`;
    expect((await post({ name: 'long', source: `${longest}\n` }).expect(422)).body.diagnostics[0].code).toBe('source-too-long');
    await post({ name: 'long', source: longest }).expect(201);
    expect((await post({ name: 'policy', source: POLICY }).expect(422)).body.diagnostics[0].hint).toMatch('/v1/policies');
  });
});
