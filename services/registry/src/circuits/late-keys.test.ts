import { withLateBody } from '@kirchhoff/testing';
import { type KeyCalls, keyCalls } from '../keys/key-calls.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let keys: KeyCalls;
let address: string;
let ada: TestAccount;
let other: TestAccount;
let pid: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  keys = keyCalls(registry);
  address = await registry.serve();
});
beforeEach(async () => {
  ada = await registry.register();
  other = await keys.another(ada);
  pid = await registry.publish(ada, closedCircuit());
});
afterAll(async () => registry.close());

const state = async () => [
  await registry.database.circuit.findMany({ where: { accountId: ada.accountId } }),
  await registry.database.circuitVersion.count({ where: { circuitId: pid } }),
  await registry.database.auditRecord.count({ where: { subject: pid } }),
];

const LATE: readonly (readonly [string, string, () => string, object])[] = [
  ['a change', 'PUT', () => `/v1/circuits/${pid}`, { source: closedCircuit(1) }],
  ['a publication', 'POST', () => '/v1/circuits', { name: 'late', source: closedCircuit(2) }],
];

it.each(LATE)('401: the key is revoked while the body of %s comes', async (_name, method, path, body) => {
  const before = await state();
  expect(await keys.works(other.key)).toBe(200);
  const revoke = async () => keys.revoke(ada, other.keyId).expect(204);
  const answer = await withLateBody(address, { method, path: path(), key: other.key, body }, revoke);
  expect(answer.status).toBe(401);
  expect(answer.text).toContain('This key is unknown, revoked or expired.');
  expect(await state()).toEqual(before);
});

const WRITES: readonly (readonly [string, () => PromiseLike<{ readonly status: number; readonly body: unknown }>])[] = [
  [
    'a new version',
    () =>
      registry.api
        .put(`/v1/circuits/${pid}`)
        .set(bearer(other))
        .send({ source: closedCircuit(3) }),
  ],
  ['a new name', () => registry.api.put(`/v1/circuits/${pid}`).set(bearer(other)).send({ name: 'renamed' })],
  ['a withdrawal', () => registry.api.delete(`/v1/circuits/${pid}`).set(bearer(other))],
];

it.each(WRITES)('401: %s that waits for the circuit writes nothing after the revocation of the key', async (_name, write) => {
  const before = await state();
  const { answer } = await registry.database.$transaction(
    async (session) => {
      await session.$executeRaw`SELECT 1 FROM circuits WHERE id = ${pid} FOR UPDATE`;
      const sent = Promise.resolve(write());
      await eventually('the write waits for its circuit', async () => {
        const waiting = await registry.database.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return waiting.length === 1;
      });
      await registry.database.apiKey.update({ where: { id: other.keyId }, data: { revokedAt: new Date() } });
      return { answer: sent };
    },
    { timeout: 30_000 },
  );
  expect(await answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await state()).toEqual(before);
});
