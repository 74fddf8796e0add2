import { type BreakingRegistry, startBreakingRegistry } from '../testing/breaking-registry.fixture.js';
import { bearer, type TestAccount } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let broken: BreakingRegistry;
let ada: TestAccount;
beforeAll(async () => {
  broken = await startBreakingRegistry();
  ada = await broken.registry.register();
  await broken.registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com/' }).expect(201);
});
afterAll(async () => broken.close());

const post = async (name: string, number: number) =>
  broken.registry.api
    .post('/v1/circuits')
    .set(bearer(ada))
    .set('Idempotency-Key', name)
    .send({ name, source: closedCircuit(number) });

const count = async (name: string) => broken.registry.database.circuit.count({ where: { name } });

/** A request whose process died counts as running until its lease ends. */
const leasesAreOver = async () =>
  broken.registry.database.$executeRaw`UPDATE idempotency_records SET lease_until = now() - interval '1 second' WHERE status = 'running'`;

/** Expects one circuit of this name with one version, one audit record, and one more delivery than before. */
async function writtenOnce(name: string, pid: string, deliveriesBefore: number): Promise<void> {
  const { database } = broken.registry;
  const found = await database.circuit.findMany({ where: { name }, select: { id: true, versions: { select: { version: true } } } });
  expect(found).toEqual([{ id: pid, versions: [{ version: 1 }] }]);
  expect(await database.auditRecord.count({ where: { subject: pid } })).toBe(1);
  expect(await database.webhookDelivery.count()).toBe(deliveriesBefore + 1);
}

/** More replies than a publication waits for. */
const MAX_REPLIES = 80;

describe('POST with an Idempotency-Key while Postgres is cut off', () => {
  it('at each reply: the repeat is the 201 that the first would have been; one circuit, told once', async () => {
    const outcomes = new Set<string>();
    for (let replies = 0, broke = true; broke; replies++) {
      expect(replies).toBeLessThan(MAX_REPLIES);
      const deliveries = await broken.registry.database.webhookDelivery.count();
      const name = `number-${replies}`;
      broken.line.breakAfter(replies);
      const first = await post(name, replies);
      broke = broken.line.mend();
      expect([201, 503]).toContain(first.status);
      outcomes.add(`${first.status} ${await count(name)}`);
      await leasesAreOver();
      const repeat = await post(name, replies);
      expect(repeat.status).toBe(201);
      if (first.status === 201) expect(repeat.body).toEqual(first.body);
      await writtenOnce(name, repeat.body.pid, deliveries);
    }
    expect(outcomes).toContain('503 0');
    expect(outcomes).toContain('201 1');
  });

  it('after it was written, before the reply: 503; the repeat finds it', async () => {
    const deliveries = await broken.registry.database.webhookDelivery.count();
    // A new connection, on which the statement is not yet prepared.
    broken.line.breakAfter(0);
    await post('lost', 1_000);
    await leasesAreOver();
    broken.line.mend();
    broken.line.loseReplyTo('INSERT INTO circuits');
    expect((await post('lost', 1_000)).status).toBe(503);
    expect(broken.line.mend()).toBe(true);
    expect(await count('lost')).toBe(1);
    await leasesAreOver();
    const repeat = await post('lost', 1_000);
    expect(repeat.status).toBe(201);
    await writtenOnce('lost', repeat.body.pid, deliveries);
  });
});

/** Makes inserts into a table fail as on a full disk. */
async function withFullDisk(table: string, run: () => Promise<void>): Promise<void> {
  const { database } = broken.registry;
  await database.$executeRaw`CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full'; END $$`;
  await database.$executeRawUnsafe(`CREATE TRIGGER full_disk BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fill_disk()`);
  await run();
  await database.$executeRaw`DROP FUNCTION fill_disk CASCADE`;
}

describe('a disk that is full', () => {
  it.each(['audit_records', 'circuit_versions', 'idempotency_records'])(
    'while %s is written: 503, nothing is half-done, 201 later',
    async (table) => {
      const name = `full ${table}`;
      await withFullDisk(table, async () => {
        const { status, body, headers } = await post(name, 2_000);
        expect({ status, code: body.code, found: await count(name) }).toEqual({ status: 503, code: 'unavailable', found: 0 });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        expect(JSON.stringify(body)).not.toMatch(/space|device|53100/);
      });
      expect((await post(name, 2_000)).status).toBe(201);
    },
  );

  it('while a run is written: 503, and nothing is counted', async () => {
    const { body } = await post('to certify', 3_000);
    const certify = async () => broken.registry.certify(ada, body.pid);
    await withFullDisk('certifications', async () => {
      expect((await certify()).status).toBe(503);
      expect(await broken.registry.database.quotaCount.count({ where: { accountId: ada.accountId } })).toBe(0);
    });
  });
});
