import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, pinning } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  registry = await registryWithWorker();
});
// A new account for each test, since ten certifications a day are allowed.
beforeEach(async () => {
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});

const withdraw = (pid: string, account: TestAccount = ada) => registry.api.delete(`/v1/circuits/${pid}`).set(bearer(account));
const get = (address: string, account: TestAccount = ada) => registry.api.get(`/v1/circuits/${address}`).set(bearer(account));
const circuitRow = async (id: string) => registry.database.circuit.findUniqueOrThrow({ where: { id } });

describe('DELETE /v1/circuits/:pid', () => {
  it('204: out of lists, and 410 by its pid', async () => {
    const pid = await registry.publish(ada, closedCircuit(1));
    await withdraw(pid).expect(204);
    expect((await get(pid, bob).expect(410)).body.code).toBe('withdrawn');
    for (const query of ['', '?owner=me']) {
      const { body } = await registry.api.get(`/v1/circuits${query}`).set(bearer(ada)).expect(200);
      expect(body.circuits.map((circuit: { pid: string }) => circuit.pid)).not.toContain(pid);
    }
    expect(await circuitRow(pid)).toMatchObject({ withdrawnAt: expect.any(Date), publicationDigest: null, revision: 2 });
  });

  it('204 again, and nothing more is written', async () => {
    const pid = await registry.publish(ada, closedCircuit(2));
    const { headers } = await withdraw(pid).expect(204);
    const before = await circuitRow(pid);
    await withdraw(pid).expect(204);
    await withdraw(pid).set('If-Match', '"gone"').expect(204);
    expect(await circuitRow(pid)).toEqual(before);
    const records = await registry.database.auditRecord.findMany({ where: { subject: pid, action: 'circuit.withdrawn' } });
    expect(records).toEqual([expect.objectContaining({ apiKeyId: ada.keyId, requestId: headers['x-request-id'] })]);
  });

  it('204 for all of twenty at once, recorded once', async () => {
    const pid = await registry.publish(ada, closedCircuit(3));
    const answers = await Promise.all(Array.from({ length: 20 }, async () => withdraw(pid)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await registry.database.auditRecord.count({ where: { subject: pid, action: 'circuit.withdrawn' } })).toBe(1);
  });

  it('204: what others pinned is certified, verified and pinned as before, and read by its hash', async () => {
    const inner = await registry.publish(ada, closedCircuit(4));
    const { hash } = (await registry.certify(ada, inner)).body;
    const outer = await registry.publish(bob, pinning(`${inner}@${hash}`));
    await withdraw(inner).expect(204);
    expect((await registry.certify(bob, outer)).body.certified).toBe(true);
    const verified = await registry.api.post(`/v1/circuits/${outer}/verify`).set(bearer(bob)).send({}).expect(200);
    expect(verified.body.verified).toBe(true);
    await get(`${outer}/artifacts/js`, bob).expect(200);
    await registry.publish(bob, pinning(`${inner}@${hash}`, 1));
    expect((await get(`${inner}/versions/${hash}`, bob).expect(200)).body).toMatchObject({ pid: inner, hash, certified: true });
    await get(`${inner}/versions/${hash}/certificate`, bob).expect(200);
  });

  it('400: an If-Match that is none, and a body', async () => {
    const pid = await registry.publish(ada, closedCircuit(5));
    await withdraw(pid).set('If-Match', 'nonsense').expect(400);
    await withdraw(pid).send({ really: true }).expect(400);
    await withdraw(pid).send({}).expect(204);
  });

  it('401: without a key', async () => {
    await registry.api.delete('/v1/circuits/cir_0000000000000000000000').expect(401);
  });

  it('403: one that another account owns; a key that may not publish', async () => {
    const pid = await registry.publish(ada, closedCircuit(6));
    expect((await withdraw(pid, bob).expect(403)).body.code).toBe('not-owner');
    const weak = await registry.register();
    await registry.database.apiKey.update({ where: { id: weak.keyId }, data: { scopes: ['read'] } });
    expect((await withdraw(pid, weak).expect(403)).body.code).toBe('missing-scope');
    await get(pid).expect(200);
  });

  it('404: what is unknown, what cannot be one, and the private one of another, also once withdrawn', async () => {
    const hidden = await registry.publish(ada, closedCircuit(7), { visibility: 'private' });
    for (const pid of [hidden, 'cir_0000000000000000000000', 'nothing']) await withdraw(pid, bob).expect(404);
    await withdraw(hidden).expect(204);
    await withdraw(hidden, bob).expect(404);
    await get(hidden, bob).expect(404);
    await get(hidden).expect(410);
  });

  it('410: one that another account has withdrawn', async () => {
    const pid = await registry.publish(ada, closedCircuit(8));
    await withdraw(pid).expect(204);
    expect((await withdraw(pid, bob).expect(410)).body.code).toBe('withdrawn');
  });

  it('412: changed since it was read', async () => {
    const pid = await registry.publish(ada, closedCircuit(9));
    const tag = (await get(pid).expect(200)).headers['etag'] ?? '';
    await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ name: 'changed' }).expect(200);
    expect((await withdraw(pid).set('If-Match', tag).expect(412)).body.code).toBe('precondition-failed');
    await withdraw(pid)
      .set('If-Match', (await get(pid).expect(200)).headers['etag'] ?? '')
      .expect(204);
  });
});
