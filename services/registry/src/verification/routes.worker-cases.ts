import { bearer, eventually, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
});
beforeEach(async () => {
  ada = await registry.register();
});

const verify = async (account: TestAccount, pid: string) => registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(account));

const used = async (account: TestAccount) => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(account)).expect(200);
  return body.verifications.used;
};

async function certified(number: number, more: object = {}): Promise<string> {
  const pid = await registry.publish(ada, closedCircuit(number), more);
  expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  return pid;
}

it('200: result 2.6, by whoever can see the circuit, recorded and without a change of state', async () => {
  const pid = await certified(1);
  const bob = await registry.register();
  const before = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
  const { status, body, headers } = await verify(bob, pid);
  expect(status).toBe(200);
  const { hash } = before.body;
  expect(body).toEqual({ pid, verified: true, original_hash: hash, current_hash: hash, match: true, phi_c: 1, assurance: 'kernel' });
  expect(headers['ratelimit']).toMatch(/"verifications";r=49;t=\d+$/);
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toEqual(before.body);
  const records = await registry.database.verification.findMany({ where: { circuitId: pid } });
  expect(records).toMatchObject([{ version: 1, accountId: bob.accountId, verified: true, originalHash: hash, currentHash: hash, phiC: 1 }]);
  expect(await used(bob)).toBe(1);
  expect(await used(ada)).toBe(0);
});

it('200, not verified: the current version is another program', async () => {
  const pid = await certified(2);
  const { signature, languageVersion } = await registry.database.circuitVersion.findFirstOrThrow({ where: { circuitId: pid } });
  const version = { circuitId: pid, version: 2, source: closedCircuit(3), hash: 'unused', proofKey: 'unused', languageVersion, signature };
  await registry.database.circuitVersion.create({ data: version });
  await registry.database.circuit.update({ where: { id: pid }, data: { currentVersion: 2 } });
  const { body } = await verify(ada, pid);
  expect(body).toMatchObject({
    verified: false,
    match: false,
    phi_c: 0,
    reason: expect.stringContaining('differs from the certified program'),
  });
  expect(body.current_hash).not.toBe(body.original_hash);
});

it('200, not verified: the stored proof is not one any more', async () => {
  const pid = await certified(4);
  await registry.database.certification.updateMany({ where: { circuitId: pid }, data: { certificate: new Uint8Array(Buffer.from('{}')) } });
  const { body } = await verify(ada, pid);
  expect(body).toMatchObject({ verified: false, match: true, reason: expect.stringContaining('"certificate": is missing') });
  expect(body.phi_c).toBeLessThan(1);
  expect(body).not.toHaveProperty('assurance');
});

it('202: Prefer: respond-async does not wait, and the result is found at Location, byte for byte', async () => {
  const pid = await certified(9);
  const bob = await registry.register();
  const answer = await registry.api
    .post(`/v1/circuits/${pid}/verify`)
    .set({ ...bearer(bob), Prefer: 'respond-async' })
    .expect(202);
  const { verification_id: id } = answer.body;
  expect(answer.body).toEqual({ pid, verification_id: expect.stringMatching(/^vrf_/), status: 'queued' });
  expect(answer.headers['preference-applied']).toBe('respond-async');
  expect(answer.headers['location']).toBe(`/v1/verifications/${id}`);
  expect(answer.headers['ratelimit']).toMatch(/"verifications";r=49;t=\d+$/);
  const read = async () => registry.api.get(`/v1/verifications/${id}`).set(bearer(bob)).expect(200);
  await eventually('the verification is done', async () => (await read()).body.status === 'done');
  const { text: waited } = await verify(bob, pid);
  expect((await read()).text).toContain(`"result":${waited}}`);
});

it('409: no certification has closed, and nothing is counted', async () => {
  const never = await registry.publish(ada, closedCircuit(5));
  const open = await registry.publish(ada, OPEN_CIRCUIT);
  await registry.certify(ada, open);
  for (const pid of [never, open]) expect((await verify(ada, pid)).body).toMatchObject({ status: 409, code: 'not-certified' });
  expect(await used(ada)).toBe(0);
});

it('404: unknown, and a private circuit of another', async () => {
  const pid = await certified(6, { visibility: 'private' });
  const bob = await registry.register();
  for (const hidden of [pid, 'cir_0000000000000000000000', 'nonsense']) expect((await verify(bob, hidden)).status).toBe(404);
  expect((await verify(ada, pid)).body.verified).toBe(true);
});

it('401 without a key; 403 without the scope; 400 with a body', async () => {
  const pid = await certified(7);
  await registry.api.post(`/v1/circuits/${pid}/verify`).expect(401);
  await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada)).send({ deep: true }).expect(400);
  const weak = await registry.register();
  await registry.database.apiKey.update({ where: { id: weak.keyId }, data: { scopes: ['publish'] } });
  expect((await verify(weak, pid)).body.code).toBe('missing-scope');
});

it('429: exactly fifty of sixty at once are counted', async () => {
  const pid = await certified(8);
  const answers = await Promise.all(Array.from({ length: 60 }, async () => verify(ada, pid)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(await used(ada)).toBe(50);
  expect(await registry.database.verification.count({ where: { circuitId: pid } })).toBe(50);
});
