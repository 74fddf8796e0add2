import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
});

const publishRaw = (query: string, source: string) =>
  registry.api.post(`/v1/circuits?${query}`).set(bearer(ada)).set('Content-Type', 'text/x-kirchhoff').send(source);
const certify = (pid: string, query = '') => registry.api.post(`/v1/circuits/${pid}/certify${query}`).set(bearer(ada));

it('a circuit is published as it stands in its file, with its name in the query', async () => {
  const { body } = await publishRaw('name=a%20half&visibility=private', closedCircuit(77)).expect(201);
  expect(body).toMatchObject({ name: 'a half', visibility: 'private' });
  const read = await registry.api.get(`/v1/circuits/${body.pid}`).set(bearer(ada)).expect(200);
  expect(read.body.source).toBe(closedCircuit(77));
  const missing = await publishRaw('visibility=hidden', closedCircuit(78)).expect(400);
  expect(missing.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(['query/name', 'query/visibility']);
});

it('an open circuit that is required to close is 422 with its errors, and its result is stored as any other', async () => {
  const pid = (await publishRaw('name=open', OPEN_CIRCUIT).expect(201)).body.pid;
  const refused = await certify(pid, '?require=closed').set('Idempotency-Key', 'one').expect(422);
  expect(refused.body).toMatchObject({ code: 'circuit-open', errors: [{ line: 5, counterexample: { parts: 0 } }] });
  expect(refused.headers['ratelimit']).toContain('certifications');
  const again = await certify(pid, '?require=closed').set('Idempotency-Key', 'one').expect(422);
  expect(again.body.certification_id).toBe(refused.body.certification_id);
  const stored = await registry.api.get(`/v1/certifications/${refused.body.certification_id}`).set(bearer(ada)).expect(200);
  expect(stored.body).toMatchObject({ status: 'done', result: { certified: false } });
});

it('a closed circuit is 200, required to close or not', async () => {
  const pid = (await publishRaw('name=closed', closedCircuit(79)).expect(201)).body.pid;
  expect((await certify(pid, '?require=closed').expect(200)).body.certified).toBe(true);
  await certify(pid, '?require=open').expect(400);
  await registry.api.post(`/v1/circuits/${pid}/verify?require=closed`).set(bearer(ada)).expect(400);
});
