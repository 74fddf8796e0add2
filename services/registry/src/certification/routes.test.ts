import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry({ ENGINE_THREADS: '2' });
  await registry.startWorker();
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

const used = async (account: TestAccount) => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(account)).expect(200);
  return body.certifications.used;
};

describe('POST …/certify', () => {
  it('200: result 2.4, and the state of the version', async () => {
    const pid = await registry.publish(ada, closedCircuit());
    const { body, headers } = await registry.certify(ada, pid);
    expect(body).toEqual({
      pid,
      certified: true,
      phi_c: 1,
      assurance: 'kernel',
      tce_metrics: {
        information_entropy: 0,
        closure_domains_verified: body.tce_metrics.closure_domains_total,
        closure_domains_total: expect.any(Number),
        monomers_used: 1,
        composition_depth: 1,
        eva_operators: { sequential: 0, parallel: 0, conditional: 0 },
      },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      certified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      certification_id: expect.stringMatching(/^crt_[0-9A-Za-z]{22}$/),
      worst_case_cost: expect.any(Number),
      closure_domains: expect.any(Array),
      warnings: [],
    });
    expect(headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+, "certifications";r=9;t=\d+$/);
    const { body: circuit } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
    expect(circuit).toMatchObject({ certified: true, phi_c: 1, certified_at: body.certified_at, hash: body.hash });
    expect((await registry.api.get('/v1/circuits?certified=true&search=a circuit')).body.circuits[0].pid).toBe(pid);
  });

  it('200: result 2.5 of an open circuit, with line, column and a counterexample', async () => {
    const pid = await registry.publish(ada, OPEN_CIRCUIT);
    const { body } = await registry.certify(ada, pid);
    expect(Object.keys(body)).toEqual([
      'pid',
      'certified',
      'phi_c',
      'errors',
      'certification_id',
      'worst_case_cost',
      'closure_domains',
      'warnings',
    ]);
    expect(body.certified).toBe(false);
    expect(body.phi_c).toBeLessThan(1);
    expect(body.errors).toEqual([
      {
        type: 'unclosed_domain',
        reason: 'division',
        domain: 'each',
        message: expect.stringMatching(/^A divisor in 'each' can be 0 at line 5: DIV needs: b is not 0, has .*parts = 0\)$/),
        line: 5,
        column: expect.any(Number),
        counterexample: { total: expect.any(Number), parts: 0 },
      },
    ]);
    const { body: circuit } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
    expect(circuit).toMatchObject({ certified: false, phi_c: body.phi_c, certified_at: null });
    await registry.api.get(`/v1/circuits/${pid}/certificate`).expect(404);
  });

  it('200: the same circuit again reuses the proof, costs as much and has a new date', async () => {
    const pid = await registry.publish(ada, closedCircuit(1));
    const first = await registry.certify(ada, pid);
    const second = await registry.certify(ada, pid);
    expect(second.body.certified_at > first.body.certified_at).toBe(true);
    expect(second.body.certification_id).not.toBe(first.body.certification_id);
    const rows = await registry.database.certification.findMany({ where: { circuitId: pid }, select: { certificate: true } });
    expect(rows[0]?.certificate).toEqual(rows[1]?.certificate);
    expect(await used(ada)).toBe(2);
  });

  it('202: Prefer: respond-async does not wait, and the result is found at Location, byte for byte', async () => {
    const pid = await registry.publish(ada, closedCircuit(2));
    const answer = await registry.api
      .post(`/v1/circuits/${pid}/certify`)
      .set(bearer(ada))
      .set('Prefer', 'wait=5, respond-async')
      .expect(202);
    expect(answer.body).toEqual({ pid, certification_id: expect.any(String), status: 'queued' });
    expect(answer.headers['preference-applied']).toBe('respond-async');
    const location = answer.headers['location'] ?? '';
    expect(location).toBe(`/v1/certifications/${answer.body.certification_id}`);
    const read = async () => registry.api.get(location).set(bearer(ada)).expect(200);
    await eventually('the certification is done', async () => (await read()).body.status === 'done');
    const { body, text } = await read();
    expect(body).toMatchObject({
      certification_id: answer.body.certification_id,
      pid,
      version: 1,
      status: 'done',
      result: { certified: true },
    });
    const row = await registry.database.certification.findUniqueOrThrow({ where: { id: answer.body.certification_id } });
    expect(text).toContain(`"result":${Buffer.from(row.result ?? []).toString('utf8')}}`);
  });

  it('202: a run that is longer than the wait goes on', async () => {
    const impatient = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '50' });
    try {
      await impatient.startWorker();
      const eve = await impatient.register();
      const pid = await impatient.publish(eve, longCircuit(1_000));
      const { status, body, headers } = await impatient.certify(eve, pid);
      expect(status).toBe(202);
      expect(['queued', 'running']).toContain(body.status);
      const read = async () => impatient.api.get(headers['location'] ?? '').set(bearer(eve));
      await eventually('the certification is done', async () => (await read()).body.status === 'done');
    } finally {
      await impatient.close();
    }
  });

  it('404 before 403 before anything is counted: unknown, hidden and foreign circuits', async () => {
    const bob = await registry.register();
    const shown = await registry.publish(ada, closedCircuit(3));
    const hidden = await registry.publish(ada, closedCircuit(4), { visibility: 'private' });
    expect((await registry.certify(bob, 'cir_0000000000000000000000')).status).toBe(404);
    expect((await registry.certify(bob, 'nonsense')).status).toBe(404);
    expect((await registry.certify(bob, hidden)).status).toBe(404);
    expect((await registry.certify(bob, shown)).body.code).toBe('not-owner');
    expect(await used(bob)).toBe(0);
    expect((await registry.certify(ada, hidden)).status).toBe(200);
  });

  it('400: a body, where none is taken; 401 without a key; 403 without the scope', async () => {
    const pid = await registry.publish(ada, closedCircuit(5));
    const address = `/v1/circuits/${pid}/certify`;
    await registry.api.post(address).set(bearer(ada)).send({ force: true }).expect(400);
    await registry.api.post(`${address}?force=true`).set(bearer(ada)).expect(400);
    await registry.api.post(address).expect(401);
    await registry.database.apiKey.update({ where: { id: ada.keyId }, data: { scopes: ['read', 'publish'] } });
    const fresh = await registry.register();
    await registry.database.apiKey.update({ where: { id: fresh.keyId }, data: { scopes: ['read'] } });
    expect((await registry.api.post(address).set(bearer(fresh)).expect(403)).body.code).toBe('missing-scope');
  });

  it('429: of fifty at once ten are counted and done, forty are told to wait for midnight UTC', async () => {
    const pid = await registry.publish(ada, closedCircuit(6));
    const answers = await Promise.all(Array.from({ length: 50 }, async () => registry.certify(ada, pid)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('quota-exceeded');
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
    }
    expect(await used(ada)).toBe(10);
    expect(await registry.database.certification.count({ where: { circuitId: pid } })).toBe(10);
  });
});

describe('GET …/certificate', () => {
  it('200: the bytes that the worker wrote; 304 to whom has them; 404 to whom may not see them', async () => {
    const bob = await registry.register();
    const pid = await registry.publish(ada, closedCircuit(7), { visibility: 'private' });
    await registry.api.get(`/v1/circuits/${pid}/certificate`).set(bearer(ada)).expect(404);
    await registry.certify(ada, pid);
    const { text, headers } = await registry.api.get(`/v1/circuits/${pid}/certificate`).set(bearer(ada)).expect(200);
    const row = await registry.database.certification.findFirstOrThrow({ where: { circuitId: pid } });
    expect(text).toBe(Buffer.from(row.certificate ?? []).toString('utf8'));
    await registry.api
      .get(`/v1/circuits/${pid}/certificate`)
      .set(bearer(ada))
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
    await registry.api.get(`/v1/circuits/${pid}/certificate`).set(bearer(bob)).expect(404);
    await registry.api.get(`/v1/circuits/nonsense/certificate`).expect(404);
  });
});

describe('GET /v1/certifications/:id', () => {
  it('404 to others; 401 without a key', async () => {
    const bob = await registry.register();
    const pid = await registry.publish(ada, closedCircuit(8));
    const { body } = await registry.certify(ada, pid);
    await registry.api.get(`/v1/certifications/${body.certification_id}`).set(bearer(ada)).expect(200);
    await registry.api.get(`/v1/certifications/${body.certification_id}`).set(bearer(bob)).expect(404);
    await registry.api.get('/v1/certifications/nonsense').set(bearer(ada)).expect(404);
    await registry.api.get(`/v1/certifications/${body.certification_id}`).expect(401);
  });
});
