import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { openDatabase } from '@kirchhoff/platform';
import { RunRepository } from '../runs/repository.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { certificationEnd, type RequestedCertification } from './end.fixture.js';
import { CERTIFICATIONS, type CertificationEnd, type ToProve } from './table.js';

let registry: TestRegistry;
let runs: RunRepository<ToProve, CertificationEnd>;
let ada: TestAccount;
let webhookId: string;
let pid: string;
let marks = 0;
beforeAll(async () => {
  registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0' });
  runs = new RunRepository(registry.database, CERTIFICATIONS);
});
beforeEach(async () => {
  ada = await registry.register();
  const events = ['circuit.certified', 'circuit.decertified'];
  const { body } = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com', events }).expect(201);
  webhookId = body.id;
  pid = await registry.publish(ada, closedCircuit());
});
afterAll(async () => registry.close());

/** Claims a requested certification as a worker does. */
const claim = async (id: string, engineVersion = ENGINE_VERSION) =>
  runs.claim({ run_id: id, attempt: 1 }, { engineVersion, leaseMilliseconds: 60_000 });

/** Requests a certification while no worker runs, and claims it. */
async function leased(): Promise<RequestedCertification> {
  const { body } = await registry.certify(ada, pid);
  await claim(body.certification_id);
  return { id: body.certification_id, pid };
}

/** Finishes a run: the circuit closes, or is open. */
async function finish(requested: RequestedCertification, closes: boolean) {
  marks += 1;
  return runs.finish({ run_id: requested.id, attempt: 1 }, certificationEnd(ada, requested, { mark: String(marks), closes }));
}

const told = async () =>
  (await registry.database.webhookDelivery.findMany({ where: { webhookId }, orderBy: { createdAt: 'asc' } })).map(
    ({ eventType }) => eventType,
  );
const recorded = async () =>
  registry.database.auditRecord.findMany({
    where: { accountId: ada.accountId, subject: pid, action: { not: 'circuit.published' } },
    orderBy: { id: 'asc' },
  });
const circuit = async () => registry.database.circuit.findUniqueOrThrow({ where: { id: pid } });
const version = async (number = 1) =>
  registry.database.circuitVersion.findUniqueOrThrow({ where: { circuitId_version: { circuitId: pid, version: number } } });

it('writes the state of the circuit, the record and the deliveries with the result', async () => {
  const { revision } = await circuit();
  const requested = await leased();
  expect(await finish(requested, true)).toEqual([{ webhook_id: webhookId, event_id: `evt_${marks}`, due: expect.any(Number) }]);
  expect(await circuit()).toMatchObject({ certified: true, revision: revision + 1 });
  expect(await recorded()).toMatchObject([
    {
      action: 'circuit.certified',
      actor: 'key',
      apiKeyId: ada.keyId,
      requestId: 'a request',
      detail: { version: 1, certification_id: requested.id, phi_c: 1, hash: 'a hash' },
    },
  ]);
  expect(await told()).toEqual(['circuit.certified']);
});

it('keeps the key and the request that asked for a run with its row', async () => {
  const response = await registry.certify(ada, pid);
  const { hash } = await version();
  expect(await claim(response.body.certification_id)).toMatchObject({
    pid,
    version: 1,
    subject: { hash },
    accountId: ada.accountId,
    keyId: ada.keyId,
    requestId: response.headers['x-request-id'],
  });
});

it('records that a circuit was left open, and tells nobody: nothing has changed', async () => {
  expect(await finish(await leased(), false)).toEqual([]);
  expect(await recorded()).toMatchObject([{ action: 'circuit.left_open', detail: { phi_c: 0.5 } }]);
  expect(await circuit()).toMatchObject({ certified: false });
  expect(await told()).toEqual([]);
});

it('tells that a version is certified no longer where a run finds it open', async () => {
  await finish(await leased(), true);
  await finish(await leased(), false);
  await finish(await leased(), false);
  expect(await told()).toEqual(['circuit.certified', 'circuit.decertified']);
  expect(await circuit()).toMatchObject({ certified: false });
  expect(await version()).toMatchObject({ certified: false, phiC: 0.5, certifiedAt: null });
});

it('tells of a certification that only renews: its date has changed', async () => {
  await finish(await leased(), true);
  await finish(await leased(), true);
  expect(await told()).toEqual(['circuit.certified', 'circuit.certified']);
  expect((await recorded()).map(({ action }) => action)).toEqual(['circuit.certified', 'circuit.certified']);
});

it('changes nothing and tells nothing the second time, nor under an attempt that is over', async () => {
  const requested = await leased();
  await finish(requested, true);
  const after = await circuit();
  expect(await finish(requested, false)).toBeUndefined();
  expect(await runs.finish({ run_id: requested.id, attempt: 2 }, certificationEnd(ada, requested, { mark: 'late' }))).toBeUndefined();
  expect(await circuit()).toEqual(after);
  expect(await recorded()).toHaveLength(1);
  expect(await told()).toEqual(['circuit.certified']);
});

it('leaves the circuit’s own state alone where another version is current', async () => {
  const requested = await leased();
  const { circuitId: _circuit, version: _version, certificationId: _certification, ...rest } = await version();
  await registry.database.circuitVersion.create({
    data: { ...rest, circuitId: pid, version: 2, signature: new Uint8Array(rest.signature) },
  });
  await registry.database.circuit.update({ where: { id: pid }, data: { currentVersion: 2 } });
  const { revision } = await circuit();
  await finish(requested, true);
  expect(await circuit()).toMatchObject({ certified: false, revision: revision + 1 });
  expect(await version()).toMatchObject({ certified: true });
  expect(await version(2)).toMatchObject({ certified: false });
  expect(await told()).toEqual(['circuit.certified']);
});

it('lets the second of two runs that end at once see what the first wrote', async () => {
  const [closing, opening] = [await leased(), await leased()];
  const holder = openDatabase({ url: registry.environment['DATABASE_URL'] ?? '', poolSize: 2, applicationName: 'holder' });
  const waiting = async (count: number) =>
    eventually(`${count} wait for the version`, async () => {
      const [row] = await holder.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.waiting === count;
    });
  const ends: Promise<unknown>[] = [];
  await holder.$transaction(async (session) => {
    await session.$queryRaw`SELECT 1 FROM circuit_versions WHERE circuit_id = ${pid} FOR UPDATE`;
    ends.push(finish(closing, true));
    await waiting(1);
    ends.push(finish(opening, false));
    await waiting(2);
  });
  await Promise.all(ends);
  await holder.$disconnect();
  expect((await recorded()).map(({ action }) => action)).toEqual(['circuit.certified', 'circuit.left_open']);
  expect(await circuit()).toMatchObject({ certified: false });
  expect((await told()).toSorted()).toEqual(['circuit.certified', 'circuit.decertified']);
});

it('changes the version that was asked about, and none that was published meanwhile', async () => {
  const requested = await leased();
  const { source, hash, proofKey, languageVersion, signature } = await version();
  await registry.database.circuitVersion.create({
    data: { circuitId: pid, version: 2, source, hash, proofKey, languageVersion, signature: new Uint8Array(signature) },
  });
  await registry.database.circuit.update({ where: { id: pid }, data: { currentVersion: 2 } });
  await finish(requested, true);
  const { body } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
  expect(body).toMatchObject({ version: 2, certified: false, phi_c: null });
  expect(body.versions).toMatchObject([
    { version: 2, certified: false },
    { version: 1, certified: true },
  ]);
});

it('offers the certificate of a run with the same proof key by the same engine, and no other', async () => {
  pid = await registry.publish(ada, closedCircuit(78));
  await finish(await leased(), true);
  const again = async (engine: string) => {
    const { body } = await registry.certify(ada, pid);
    return (await claim(body.certification_id, engine))?.subject.reuse;
  };
  expect(await again(ENGINE_VERSION)).toEqual(new Uint8Array([1, 2, 3]));
  expect(await again('0.0.1')).toBeNull();
});

it('offers no certificate that was refuted', async () => {
  pid = await registry.publish(ada, closedCircuit(77));
  const requested = await leased();
  await finish(requested, true);
  const reuse = async () => {
    const { body } = await registry.certify(ada, pid);
    return (await claim(body.certification_id))?.subject.reuse;
  };
  expect(await reuse()).toEqual(new Uint8Array([1, 2, 3]));
  await registry.database.certification.update({ where: { id: requested.id }, data: { refutedAt: new Date() } });
  expect(await reuse()).toBeNull();
});
