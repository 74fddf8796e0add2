import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, POLICY, pinning } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  registry = await startTestRegistry({ PUBLIC_URL: 'https://registry.example.com' });
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});
afterAll(async () => registry.close());

const put = (pid: string, body: object, account: TestAccount = ada) =>
  registry.api.put(`/v1/circuits/${pid}`).set(bearer(account)).send(body);
const get = (pid: string, account: TestAccount = ada) => registry.api.get(`/v1/circuits/${pid}`).set(bearer(account));
const tagOf = async (pid: string) => (await get(pid).expect(200)).headers['etag'] ?? '';
const circuitRow = async (id: string) => registry.database.circuit.findUniqueOrThrow({ where: { id } });
const recordsOf = async (subject: string) =>
  registry.database.auditRecord.findMany({ where: { subject, action: 'circuit.updated' }, orderBy: { id: 'asc' } });

describe('PUT /v1/circuits/:pid', () => {
  it('200: another source is the next version, not certified; what is not named stays', async () => {
    const pid = await registry.publish(ada, closedCircuit(1), { name: 'half', description: 'halves' });
    await registry.database.circuitVersion.updateMany({
      where: { circuitId: pid },
      data: { certified: true, phiC: 1, certifiedAt: new Date() },
    });
    await registry.database.circuit.update({ where: { id: pid }, data: { certified: true } });
    const before = (await get(pid).expect(200)).body;
    const { body } = await put(pid, { source: closedCircuit(2) }).expect(200);
    expect(body).toMatchObject({
      pid,
      name: 'half',
      description: 'halves',
      version: 2,
      certified: false,
      phi_c: null,
      source: closedCircuit(2),
    });
    expect(body.hash).not.toBe(before.hash);
    expect(body.signature.inputs[0].domain.hi).toBe(1_002);
    expect(body.versions.map(({ version, certified }: { version: number; certified: boolean }) => [version, certified])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(body.created_at).toBe(before.created_at);
    expect(await circuitRow(pid)).toMatchObject({ currentVersion: 2, certified: false, revision: 2 });
  });

  it('200: what GET answers with from then on, byte for byte, with its ETag and its address', async () => {
    const pid = await registry.publish(ada, closedCircuit(3));
    const { text, headers } = await put(pid, { source: closedCircuit(4), name: 'renamed', description: 'said anew' }).expect(200);
    const read = await get(pid).expect(200);
    expect(read.text).toBe(text);
    expect(headers['etag']).toBe(read.headers['etag']);
    expect(headers['content-location']).toBe(`/v1/circuits/${pid}`);
  });

  it('200: nothing changes by what is as it was, nor by nothing', async () => {
    const pid = await registry.publish(ada, closedCircuit(5), { name: 'same', description: 'so' });
    const before = await get(pid).expect(200);
    const same = { source: closedCircuit(5), name: 'same', description: 'so', visibility: 'public' };
    for (const body of [{}, same]) {
      expect((await put(pid, body).expect(200)).text).toBe(before.text);
    }
    expect(await circuitRow(pid)).toMatchObject({ revision: 1 });
    expect(await recordsOf(pid)).toEqual([]);
  });

  it('200: recorded without its source, and a new version is told to the webhooks of the account', async () => {
    const webhook = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com/' }).expect(201);
    const deliveries = async () => registry.database.webhookDelivery.findMany({ where: { webhookId: webhook.body.id } });
    const pid = await registry.publish(ada, closedCircuit(6), { name: 'told' });
    await put(pid, { name: 'told anew' }).expect(200);
    expect(await deliveries()).toHaveLength(1);
    const { body, headers } = await put(pid, { source: closedCircuit(7), visibility: 'private' }).expect(200);
    const state = { name: 'told anew', version: 2, hash: body.hash, visibility: 'private' };
    expect(await recordsOf(pid)).toEqual([
      expect.objectContaining({ detail: expect.objectContaining({ changed: ['name'] }) }),
      expect.objectContaining({
        apiKeyId: ada.keyId,
        requestId: headers['x-request-id'],
        detail: { changed: ['visibility', 'source'], ...state },
      }),
    ]);
    const payloads = (await deliveries()).map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')));
    expect(payloads.map(({ data }) => data)).toContainEqual({ pid, ...state });
  });

  it('200: others see at once what is private from now on, and what is public again', async () => {
    const pid = await registry.publish(ada, closedCircuit(8));
    await get(pid, bob).expect(200);
    await put(pid, { visibility: 'private' }).expect(200);
    await get(pid, bob).expect(404);
    await put(pid, { visibility: 'public' }).expect(200);
    await get(pid, bob).expect(200);
  });

  it('200: the list finds it by what it says now, and among the certified ones no more', async () => {
    const pid = await registry.publish(ada, closedCircuit(25), { name: 'quokka', description: 'of Rottnest' });
    await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { certified: true } });
    await registry.database.circuit.update({ where: { id: pid }, data: { certified: true } });
    const found = async (query: string) => {
      const { body } = await registry.api.get(`/v1/circuits?${query}`).expect(200);
      return body.circuits.map((circuit: { pid: string }) => circuit.pid);
    };
    expect(await found('search=quokka&certified=true')).toEqual([pid]);
    await put(pid, { name: 'numbat', description: 'of Dryandra', source: closedCircuit(26) }).expect(200);
    for (const query of ['search=quokka', 'search=rottnest', 'search=numbat&certified=true']) expect(await found(query)).toEqual([]);
    expect(await found('search=dryandra&certified=false')).toEqual([pid]);
  });

  it('200: publishing the same name and source again finds what it is now, and no longer what it was', async () => {
    const pid = await registry.publish(ada, closedCircuit(9), { name: 'moved' });
    await put(pid, { source: closedCircuit(10), name: 'moved on' }).expect(200);
    const post = (name: string, source: string) => registry.api.post('/v1/circuits').set(bearer(ada)).send({ name, source });
    expect((await post('moved on', closedCircuit(10)).expect(200)).body).toMatchObject({ pid, version: 2 });
    expect((await post('moved', closedCircuit(9)).expect(201)).body.pid).not.toBe(pid);
  });

  it('200: back to an earlier source is a version of its own', async () => {
    const pid = await registry.publish(ada, closedCircuit(11));
    await put(pid, { source: closedCircuit(12) }).expect(200);
    const { body } = await put(pid, { source: closedCircuit(11) }).expect(200);
    expect(body.version).toBe(3);
    expect(body.versions[0].hash).toBe(body.versions[2].hash);
  });

  it('400: fields that are not as described or not known, no body, and no text', async () => {
    const pid = await registry.publish(ada, closedCircuit(13));
    const { body } = await put(pid, { name: 'a\u0000b', description: 7, source: null, visibility: 'secret', colour: 'red' }).expect(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/colour',
      '/description',
      '/name',
      '/source',
      '/visibility',
    ]);
    await put(pid, { name: '' }).expect(400);
    await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).expect(400);
    await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).set('Content-Type', 'application/json').send('{"name":').expect(400);
  });

  it('401: without a key', async () => {
    await registry.api.put('/v1/circuits/cir_0000000000000000000000').send({}).expect(401);
  });

  it('403: one that another account owns; a key that may not publish', async () => {
    const pid = await registry.publish(ada, closedCircuit(14));
    expect((await put(pid, { name: 'taken' }, bob).expect(403)).body.code).toBe('not-owner');
    const weak = await registry.register();
    await registry.database.apiKey.update({ where: { id: weak.keyId }, data: { scopes: ['read', 'certify'] } });
    expect((await put(pid, { name: 'taken' }, weak).expect(403)).body.code).toBe('missing-scope');
    expect((await get(pid).expect(200)).body.name).toBe('a circuit');
  });

  it('404: what is unknown, what cannot be one, and the private one of another', async () => {
    const hidden = await registry.publish(ada, closedCircuit(15), { visibility: 'private' });
    for (const pid of [hidden, 'cir_0000000000000000000000', 'nothing']) await put(pid, { name: 'taken' }, bob).expect(404);
    const changed = await put(hidden, { source: 'circuit broken' }, bob).expect(404);
    expect(changed.body.detail).toBe((await put('nothing', {}, bob)).body.detail);
  });

  it('409: what would be equal to another circuit of the account, which is named', async () => {
    const first = await registry.publish(ada, closedCircuit(16), { name: 'first' });
    const second = await registry.publish(ada, closedCircuit(17), { name: 'second' });
    const refused = await put(second, { name: 'first', source: closedCircuit(16) }).expect(409);
    expect(refused.body).toMatchObject({ code: 'conflict', pid: first });
    expect((await get(second).expect(200)).body).toMatchObject({ name: 'second', version: 1 });
    await put(second, { source: closedCircuit(16) }).expect(200);
    await put(second, { name: 'first' }).expect(409);
    await registry.api.delete(`/v1/circuits/${first}`).set(bearer(ada)).expect(204);
    await put(second, { name: 'first' }).expect(200);
    await registry.publish(bob, closedCircuit(16), { name: 'first' });
  });

  it('409: opened to everybody while an earlier version rests on what its owner keeps private, which is named', async () => {
    const inner = await registry.publish(ada, closedCircuit(23), { visibility: 'private' });
    await registry.database.circuitVersion.updateMany({ where: { circuitId: inner }, data: { certified: true } });
    const source = pinning(`${inner}@${(await get(inner).expect(200)).body.hash}`, 2);
    const outer = await registry.publish(ada, source, { visibility: 'private' });
    const opening = { visibility: 'public', source: closedCircuit(24) };
    expect((await put(outer, opening).expect(409)).body).toMatchObject({ code: 'conflict', pid: inner });
    await put(outer, { source: closedCircuit(24) }).expect(200);
    expect((await put(outer, opening).expect(409)).body.pid).toBe(inner);
    await get(outer, bob).expect(404);
    await put(inner, { visibility: 'public' }).expect(200);
    await put(outer, opening).expect(200);
  });

  it('410: withdrawn', async () => {
    const pid = await registry.publish(ada, closedCircuit(18));
    await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
    for (const account of [ada, bob]) expect((await put(pid, { name: 'back' }, account).expect(410)).body.code).toBe('withdrawn');
  });

  it('413: a body of 5 MB; 415: another media type', async () => {
    const pid = await registry.publish(ada, closedCircuit(19));
    await put(pid, { source: ' '.repeat(5_000_000) }).expect(413);
    await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).set('Content-Type', 'text/plain').send('circuit').expect(415);
  });

  it('422: a source with mistakes, over 512 KiB, with NUL, or of a policy; all stays as it was', async () => {
    const pid = await registry.publish(ada, closedCircuit(20));
    const before = await get(pid).expect(200);
    const codes = [];
    for (const source of [
      '',
      'circuit broken',
      `//${'x'.repeat(512 * 1024)}\n${closedCircuit()}`,
      `// \u0000\n${closedCircuit()}`,
      POLICY,
    ]) {
      const { body } = await put(pid, { source, name: 'changed' }).expect(422);
      expect(body.code).toBe('invalid-program');
      codes.push(body.diagnostics[0].code);
    }
    expect(codes.slice(2, 4)).toEqual(['source-too-long', 'source-not-text']);
    expect((await get(pid).expect(200)).text).toBe(before.text);
  });

  it('422: opened to everybody while it pins what is private', async () => {
    const inner = await registry.publish(ada, closedCircuit(21), { visibility: 'private' });
    await registry.database.circuitVersion.updateMany({ where: { circuitId: inner }, data: { certified: true } });
    const source = pinning(`${inner}@${(await get(inner).expect(200)).body.hash}`);
    const outer = await registry.publish(ada, source, { visibility: 'private' });
    const refused = await put(outer, { visibility: 'public' }).expect(422);
    expect(refused.body.diagnostics).toMatchObject([{ code: 'unresolved-pin', message: expect.stringMatching(/is private/) }]);
    await get(outer, bob).expect(404);
    await put(inner, { visibility: 'public' }).expect(200);
    expect((await put(outer, { visibility: 'public' }).expect(200)).body.version).toBe(1);
    expect((await put(outer, { source: `// again\n${source}` }).expect(200)).body.version).toBe(2);
    const pins = { circuitId: outer, version: 2, pinnedCircuitId: inner };
    expect(await registry.database.circuitVersionPin.count({ where: pins })).toBe(1);
  });

  it('405 with what is taken', async () => {
    const { headers } = await registry.api.post('/v1/circuits/cir_0000000000000000000000').send({}).expect(405);
    expect(headers['allow']).toBe('GET, HEAD, PUT, DELETE');
  });
});

describe('If-Match', () => {
  it('200: as long as it is what GET answered with; each answer has the tag for the next change', async () => {
    const pid = await registry.publish(ada, closedCircuit(30));
    let tag = await tagOf(pid);
    for (const name of ['one', 'two', 'three']) {
      const { headers } = await put(pid, { name }).set('If-Match', tag).expect(200);
      tag = headers['etag'] ?? '';
    }
    await put(pid, { name: 'four' }).set('If-Match', `"other", ${tag}`).expect(200);
    await put(pid, { name: 'five' }).set('If-Match', '*').expect(200);
    expect((await put(pid, { name: 'six' }).set('If-None-Match', '*').expect(412)).body.code).toBe('precondition-failed');
    expect(await tagOf(pid)).not.toBe(tag);
  });

  it('412: changed meanwhile, by a change or by a certification; a weak tag never matches', async () => {
    const pid = await registry.publish(ada, closedCircuit(31));
    const tag = await tagOf(pid);
    await put(pid, { name: 'changed' }).set('If-Match', `W/${tag}`).expect(412);
    await put(pid, { description: 'meanwhile' }).expect(200);
    const { body } = await put(pid, { name: 'changed' }).set('If-Match', tag).expect(412);
    expect(body.code).toBe('precondition-failed');
    const later = await tagOf(pid);
    await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { phiC: 0.5 } });
    await put(pid, { source: 'circuit broken' }).set('If-Match', later).expect(412);
    expect((await get(pid).expect(200)).body.name).toBe('a circuit');
  });

  it('400: what is no list of entity tags', async () => {
    const pid = await registry.publish(ada, closedCircuit(32));
    for (const field of ['tag', '"tag', '"a" "b"', ',', '*, "a"']) {
      const { body } = await put(pid, { name: 'changed' }).set('If-Match', field).expect(400);
      expect(body.errors).toMatchObject([{ pointer: 'header/if-match' }]);
    }
  });

  it('200 for one of twenty at once, 412 for all others', async () => {
    const pid = await registry.publish(ada, closedCircuit(33));
    const tag = await tagOf(pid);
    const answers = await Promise.all(Array.from({ length: 20 }, async (_, index) => put(pid, { name: `n${index}` }).set('If-Match', tag)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    expect(await circuitRow(pid)).toMatchObject({ revision: 2 });
  });
});
