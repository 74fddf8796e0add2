import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, pinning } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;

beforeAll(async () => {
  registry = await startTestRegistry();
  ada = await registry.register();
});
afterAll(async () => registry.close());

const put = async (pid: string, body: object) => registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send(body);
const atOnce = async <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, async (_, index) => run(index)));
const versionsOf = async (circuitId: string) =>
  registry.database.circuitVersion.findMany({ where: { circuitId }, orderBy: { version: 'asc' } });

/** Returns the number of statements that wait for a lock. */
const waiting = async (): Promise<number> => {
  const [row] = await registry.database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row.count;
};

it('twenty sources at once are twenty versions, one after another, none lost', async () => {
  const pid = await registry.publish(ada, closedCircuit());
  const answers = await atOnce(20, async (index) => put(pid, { source: closedCircuit(index + 1) }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual(answers.map((_, index) => index + 2));
  const versions = await versionsOf(pid);
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  const times = versions.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { body } of answers) expect(versions[body.version - 1]?.source).toBe(body.source);
  const circuit = await registry.database.circuit.findUniqueOrThrow({ where: { id: pid } });
  expect(circuit).toMatchObject({ currentVersion: 21, revision: 21 });
  expect(await registry.database.auditRecord.count({ where: { subject: pid, action: 'circuit.updated' } })).toBe(20);
});

it('the same source twenty times at once is one version', async () => {
  const pid = await registry.publish(ada, closedCircuit(30));
  const answers = await atOnce(20, async () => put(pid, { source: closedCircuit(31) }));
  expect(answers.map(({ status, body }) => [status, body.version])).toEqual(answers.map(() => [200, 2]));
});

it('of many that would become equal at once one does, and the others are told which', async () => {
  const pids = await atOnce(8, async (index) => registry.publish(ada, closedCircuit(40), { name: `number ${index}` }));
  const answers = await Promise.all(pids.map(async (pid) => put(pid, { name: 'the one', source: closedCircuit(41) })));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const lost = answers.filter(({ status }) => status === 409);
  expect(lost).toHaveLength(7);
  for (const { body } of lost) expect(body.pid).toBe(won[0]?.body.pid);
});

it('two that would take one another’s place at once never wait in a circle for good', async () => {
  const [first, second] = [closedCircuit(50), closedCircuit(51)];
  const pids = [await registry.publish(ada, first, { name: 'pair' }), await registry.publish(ada, second, { name: 'pair' })] as const;
  for (let round = 0; round < 5; round++) {
    const [a, b] = await Promise.all(pids.map(async (pid, index) => put(pid, { source: index === 0 ? second : first })));
    expect([a?.status, b?.status]).toEqual([409, 409]);
  }
});

it('publishing and changing to the same at once come to one circuit', async () => {
  for (let round = 0; round < 5; round++) {
    const pid = await registry.publish(ada, closedCircuit(60), { name: `from ${round}` });
    const wanted = { name: `to ${round}`, source: closedCircuit(61) };
    const [changed, published] = await Promise.all([put(pid, wanted), registry.api.post('/v1/circuits').set(bearer(ada)).send(wanted)]);
    expect([
      [200, 200],
      [409, 201],
    ]).toContainEqual([changed.status, published.status]);
    expect(await registry.database.circuit.count({ where: { name: wanted.name } })).toBe(1);
  }
});

it('a source is read again for all where the circuit was opened while it was read for its owner', async () => {
  const inner = await registry.publish(ada, closedCircuit(70), { visibility: 'private' });
  await registry.database.circuitVersion.updateMany({ where: { circuitId: inner }, data: { certified: true } });
  const { hash } = await registry.database.circuitVersion.findFirstOrThrow({ where: { circuitId: inner } });
  for (let round = 0; round < 5; round++) {
    const pid = await registry.publish(ada, closedCircuit(71 + round), { visibility: 'private' });
    const [pinned, opened] = await Promise.all([
      put(pid, { source: pinning(`${inner}@${hash}`, round) }),
      put(pid, { visibility: 'public' }),
    ]);
    expect([
      [200, 422],
      [422, 200],
    ]).toContainEqual([pinned.status, opened.status]);
  }
});

it('changes, withdrawals and certifications at once: no 5xx, and the state of one order of them', async () => {
  await registry.startWorker();
  const pid = await registry.publish(ada, closedCircuit(90));
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, async (_, index) => put(pid, { source: closedCircuit(91 + index), name: `name ${index}` })),
    ...Array.from({ length: 3 }, async () => registry.certify(ada, pid)),
    registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)),
  ]);
  for (const { status } of answers) expect([200, 204, 410]).toContain(status);
  const circuit = await registry.database.circuit.findUniqueOrThrow({ where: { id: pid } });
  const versions = await versionsOf(pid);
  expect(versions).toHaveLength(circuit.currentVersion);
  expect(circuit.certified).toBe(versions.at(-1)?.certified);
  expect(circuit.withdrawnAt).not.toBeNull();
});

it('a version that pins another waits for its certification, and nobody in a circle', async () => {
  const pid = await registry.publish(ada, closedCircuit(110));
  await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { certified: true } });
  const { hash } = await registry.database.circuitVersion.findFirstOrThrow({ where: { circuitId: pid } });
  // Locks in the order of a certification's end: the version, then its circuit, which must be free.
  const { answered } = await registry.database.$transaction(async (session) => {
    await session.$executeRaw`SELECT 1 FROM circuit_versions WHERE circuit_id = ${pid} FOR UPDATE`;
    const answer = put(pid, { source: pinning(`${pid}@${hash}`, 3) });
    await eventually('the change waits', async () => (await waiting()) > 0);
    await session.$executeRaw`SELECT 1 FROM circuits WHERE id = ${pid} FOR UPDATE NOWAIT`;
    return { answered: answer };
  });
  expect((await answered).status).toBe(200);
});
