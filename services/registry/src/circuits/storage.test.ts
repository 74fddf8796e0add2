import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry({ FREE_VERSIONS: '77', PRO_CIRCUITS: '1' });
  await registry.startWorker();
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

interface Storage {
  readonly octets: number;
  readonly circuits: number;
  readonly policies: number;
  readonly versions: number;
}

async function stored(): Promise<Storage> {
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  const { octets, circuits, policies, versions } = body.storage;
  return { octets: octets.used, circuits: circuits.used, policies: policies.used, versions: versions.used };
}

/** Returns the sum over all rows of the account. */
async function recounted(): Promise<Storage> {
  const [row] = await registry.database.$queryRaw<Storage[]>`
    SELECT (SELECT coalesce(sum(octet_length(v.source) + octet_length(v.signature)), 0) FROM circuit_versions v JOIN circuits c ON c.id = v.circuit_id
              WHERE c.account_id = ${ada.accountId})::float8
           + (SELECT coalesce(sum(coalesce(octet_length(result), 0) + coalesce(octet_length(certificate), 0)), 0) FROM certifications
              WHERE account_id = ${ada.accountId})::float8 AS octets,
           (SELECT count(*) FROM circuits WHERE account_id = ${ada.accountId} AND withdrawn_at IS NULL)::float8 AS circuits,
           0::float8 AS policies,
           (SELECT count(*) FROM circuit_versions v JOIN circuits c ON c.id = v.circuit_id WHERE c.account_id = ${ada.accountId})::float8 AS versions`;
  if (row === undefined) throw new Error('a sum is always there');
  return row;
}

const limit = async (limits: object) => registry.database.account.update({ where: { id: ada.accountId }, data: { limits: { ...limits } } });
const publish = (number: number, name = `circuit_${number}`) =>
  registry.api
    .post('/v1/circuits')
    .set(bearer(ada))
    .send({ name, source: closedCircuit(number) });
const change = (pid: string, number: number) =>
  registry.api
    .put(`/v1/circuits/${pid}`)
    .set(bearer(ada))
    .send({ source: closedCircuit(number) });

it('counts what is published, changed, certified and withdrawn as it lies there', async () => {
  const pid = await registry.publish(ada, closedCircuit(1));
  await change(pid, 2).expect(200);
  await registry.certify(ada, pid);
  const other = await registry.publish(ada, closedCircuit(3));
  expect(await stored()).toEqual(await recounted());
  expect(await stored()).toMatchObject({ circuits: 2, versions: 3 });
  await registry.api.delete(`/v1/circuits/${other}`).set(bearer(ada)).expect(204);
  expect(await stored()).toEqual(await recounted());
  expect(await stored()).toMatchObject({ circuits: 1, versions: 3 });
});

it('takes as many bytes as may be stored, and not one more', async () => {
  const first = await registry.publish(ada, closedCircuit(1));
  const { octets } = await stored();
  // The next circuit has the same length.
  await limit({ stored_octets: 2 * octets - 1 });
  const { body } = await publish(2).expect(403);
  expect(body).toMatchObject({ code: 'storage-exceeded', detail: expect.stringContaining(`${octets} of ${2 * octets - 1} bytes`) });
  expect((await change(first, 2).expect(403)).body.code).toBe('storage-exceeded');
  expect(await stored()).toMatchObject({ octets, circuits: 1, versions: 1 });
  await limit({ stored_octets: 2 * octets });
  await publish(2).expect(201);
  expect(await stored()).toMatchObject({ octets: 2 * octets });
});

it('has the limits of its tier as they are set', async () => {
  const limits = async () => (await registry.api.get('/v1/usage').set(bearer(ada)).expect(200)).body.storage;
  expect(await limits()).toMatchObject({ circuits: { limit: 1_000 }, versions: { limit: 77 } });
  await registry.database.account.update({ where: { id: ada.accountId }, data: { tier: 'pro' } });
  expect(await limits()).toMatchObject({ circuits: { limit: 1 }, versions: { limit: 1_000_000 } });
  await publish(1).expect(201);
  expect((await publish(2).expect(403)).body.detail).toContain('1 of 1 circuits');
});

it('lets of many at once no more through than there is room for', async () => {
  await limit({ circuits: 3 });
  const answers = await Promise.all(Array.from({ length: 8 }, async (_, number) => publish(number)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status, body }) => status === 403 && body.code === 'storage-exceeded')).toHaveLength(5);
  expect(await stored()).toEqual(await recounted());
});

it('finds what is there also where the account is full, and takes another once one is withdrawn', async () => {
  const first = await publish(1).expect(201);
  await limit({ circuits: 1 });
  expect((await publish(1).expect(200)).body.pid).toBe(first.body.pid);
  await publish(2).expect(403);
  await registry.api.delete(`/v1/circuits/${first.body.pid}`).set(bearer(ada)).expect(204);
  await publish(2).expect(201);
  await limit({ versions: 2 });
  const { body } = await registry.api.get('/v1/circuits?owner=me').set(bearer(ada)).expect(200);
  await change(body.circuits[0].pid, 3).expect(403);
});
