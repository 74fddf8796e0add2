import { type BreakingRegistry, startBreakingRegistry } from '../testing/breaking-registry.fixture.js';
import { bearer, type TestAccount } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let broken: BreakingRegistry;
let ada: TestAccount;
let pid: string;
beforeAll(async () => {
  broken = await startBreakingRegistry();
  ada = await broken.registry.register();
  await broken.registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com/' }).expect(201);
  pid = await broken.registry.publish(ada, closedCircuit());
});
afterAll(async () => broken.close());

const put = async (name: string, number: number) =>
  broken.registry.api
    .put(`/v1/circuits/${pid}`)
    .set(bearer(ada))
    .send({ name, source: closedCircuit(number) });

/** Returns all rows that a change can write. */
async function written() {
  const { database } = broken.registry;
  const { name, currentVersion, revision } = await database.circuit.findUniqueOrThrow({ where: { id: pid } });
  const versions = await database.circuitVersion.count({ where: { circuitId: pid } });
  const records = await database.auditRecord.count({ where: { subject: pid, action: 'circuit.updated' } });
  const deliveries = await database.webhookDelivery.count();
  return { name, currentVersion, revision, versions, records, deliveries };
}

function whole({ currentVersion, revision, versions, records, deliveries }: Awaited<ReturnType<typeof written>>, name: string) {
  return {
    name,
    currentVersion: currentVersion + 1,
    revision: revision + 1,
    versions: versions + 1,
    records: records + 1,
    deliveries: deliveries + 1,
  };
}

/** More replies than a change waits for. */
const MAX_REPLIES = 80;

describe('PUT while Postgres is cut off', () => {
  it('at each reply: all is written or nothing, and all where it was answered with 200', async () => {
    const outcomes = new Set<string>();
    for (let replies = 0, broke = true; broke; replies++) {
      expect(replies).toBeLessThan(MAX_REPLIES);
      const before = await written();
      const name = `number ${replies}`;
      broken.line.breakAfter(replies);
      const { status } = await put(name, replies + 1);
      broke = broken.line.mend();
      const after = await written();
      expect([200, 503]).toContain(status);
      expect(status === 200 ? [whole(before, name)] : [before, whole(before, name)]).toContainEqual(after);
      outcomes.add(`${status} ${after.name === name ? 'whole' : 'nothing'}`);
    }
    expect(outcomes).toContain('503 nothing');
    expect(outcomes).toContain('200 whole');
  });

  it('after the commit, before its reply: 503, and all is written; the repeat changes nothing more', async () => {
    const before = await written();
    broken.line.loseReplyTo('COMMIT');
    expect((await put('committed', 1_000)).status).toBe(503);
    expect(broken.line.mend()).toBe(true);
    // The first transaction of a change with another source finds that the source must be read first, and writes no row.
    expect(await written()).toEqual(before);
    expect((await put('committed', 1_000)).status).toBe(200);
    const again = await written();
    expect(again).toEqual(whole(before, 'committed'));
    broken.line.loseReplyTo('COMMIT');
    expect((await broken.registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ description: 'committed' })).status).toBe(503);
    expect(broken.line.mend()).toBe(true);
    const committed = await written();
    expect(committed).toEqual({ ...again, revision: again.revision + 1, records: again.records + 1 });
    await broken.registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ description: 'committed' }).expect(200);
    expect(await written()).toEqual(committed);
  });
});
