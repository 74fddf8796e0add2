import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { everyRow } from '../../testing/everything-kept.fixture.js';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, pinning } from '../../testing/sources.fixture.js';
import { type Operated, operate } from '../operator.fixture.js';

const EMAIL = 'ada@erase.example';
const WEBHOOK_URL = 'https://hooks.example.com/unmistakable';
/** Words in every text of the account that has to be erased. */
const MARK = /unmistakable|ada@erase/i;

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  await registry.startWorker();
});
beforeEach(async () => {
  bob = await registry.register();
  const { body } = await registry.api.post('/v1/auth/register').send({ email: EMAIL, name: 'Ada Unmistakable' }).expect(201);
  ada = { accountId: body.account_id, keyId: body.key_id, key: body.api_key };
});
afterAll(async () => registry.close());

const erase = async (account: string = EMAIL): Promise<Operated> =>
  operate(['--json', 'erase-account', '--account', account], registry.environment);
const certified = async (account: TestAccount, source: string, more: object = {}) => {
  const pid = await registry.publish(account, source, more);
  const { body } = await registry.certify(account, pid);
  expect(body.certified).toBe(true);
  return { pid, pin: `${pid}@${String(body.hash)}` };
};
const statusOf = async (pid: string) => (await registry.api.get(`/v1/circuits/${pid}`)).status;

/** Inserts a policy as the compiler does. */
async function putPolicy(owner: TestAccount, name: string, pinned?: string): Promise<string> {
  const id = makeIdentifier('policy', systemRandomness);
  const version = { version: 1, source: `policy ${name}`, hash: 'h', languageVersion: '1.0.0', engineVersion: '1.0.0' };
  const bytes = { report: new Uint8Array(2), certificate: new Uint8Array(2) };
  const pins = pinned === undefined ? {} : { pins: { create: { place: 0, pinnedCircuitId: pinned, pinnedVersion: 1 } } };
  const versions = { create: { ...version, ...bytes, ...pins } };
  const log = { create: { mode: 'all' as const, rate: 1, keep: [name], retentionDays: 1 } };
  const drops = { create: { hour: new Date(0), reason: 'storage', count: 1, lastAt: new Date(0) } } as const;
  await registry.database.policy.create({
    data: { id, accountId: owner.accountId, name, description: '', currentVersion: 1, versions, log, drops },
  });
  const about = { accountId: owner.accountId, policyId: id, version: 1, category: name, rule: name, params: name, masked: '[]' };
  const decided = { verdict: 'ALLOW', decidedAt: new Date(), replayable: true, octets: 10 } as const;
  await registry.database.policyDecision.create({ data: { id: makeIdentifier('decision', systemRandomness), ...about, ...decided } });
  return id;
}

/** Inserts a session of the account's key, whose row stays if a certification refers to it. */
async function beginSession({ keyId }: TestAccount): Promise<void> {
  const end = new Date(Date.now() + 3_600_000);
  const hash = new Uint8Array(systemRandomness.bytes(32));
  await registry.database.session.create({ data: { hash, apiKeyId: keyId, lastUsedAt: new Date(), expiresAt: end, endsAt: end } });
}

/** Creates one resource of each erasable type. */
async function fill(): Promise<readonly string[]> {
  await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: WEBHOOK_URL, description: 'unmistakable' }).expect(201);
  await registry.api.post('/v1/auth/keys').set(bearer(ada)).send({ name: 'unmistakable' }).expect(201);
  await putPolicy(ada, 'unmistakable');
  await beginSession(ada);
  const hidden = await registry.publish(ada, closedCircuit(2), { name: 'unmistakable', visibility: 'private' });
  const { pid: alone } = await certified(ada, closedCircuit(3), { name: 'unmistakable', description: 'unmistakable' });
  await registry.api.post(`/v1/circuits/${alone}/verify`).set(bearer(bob)).send({}).expect(200);
  await registry.api
    .post('/v1/circuits')
    .set(bearer(ada))
    .set('Idempotency-Key', 'k')
    .send({ name: 'unmistakable', source: closedCircuit(4) });
  return [hidden, alone];
}

it('takes the person and all that is not pinned, leaves what pins of others need, and says no more of whom', async () => {
  const deep = await certified(ada, closedCircuit(1), { name: 'unmistakable', description: 'unmistakable' });
  const shown = await certified(ada, pinning(deep.pin), { name: 'shown' });
  const gated = await registry.publish(ada, closedCircuit(5), { name: 'unmistakable' });
  const outer = await certified(
    bob,
    `use "${shown.pin}" as quarter\ncircuit outer {\n  input a: 0..500\n  output b: 0..1_000\n  b = quarter(a)\n}\n`,
  );
  await putPolicy(bob, 'of bob', gated);
  for (const pid of [deep.pid, gated])
    await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ visibility: 'private' }).expect(200);
  await registry.api
    .put(`/v1/circuits/${gated}`)
    .set(bearer(ada))
    .send({ source: closedCircuit(6) })
    .expect(200);
  const gone = await fill();

  const { exit, out, err } = await erase();
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  const kept = [
    { id: deep.pid, public: false },
    { id: gated, public: false },
    { id: shown.pid, public: true },
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(JSON.parse(out)).toMatchObject({ account_id: ada.accountId, changed: true, policies: 1, webhooks: 1, kept_circuits: 3, kept });
  expect((await everyRow(registry.database)).filter((row) => MARK.test(row))).toEqual([]);

  expect(await registry.database.session.count({ where: { apiKeyId: ada.keyId } })).toBe(0);
  await registry.api.get('/v1/usage').set(bearer(ada)).expect(401);
  for (const pid of [...gone, deep.pid, gated]) expect(await statusOf(pid)).toBe(404);
  expect((await registry.api.get(`/v1/circuits/${shown.pid}`).expect(200)).body).toMatchObject({
    owner: ada.accountId,
    name: 'shown',
    certified: true,
  });
  expect((await registry.certify(bob, outer.pid)).body.certified).toBe(true);
  expect((await registry.api.post(`/v1/circuits/${outer.pid}/verify`).set(bearer(bob)).send({}).expect(200)).body.verified).toBe(true);
  // The pinned version is all that remains of the private circuit.
  expect(await registry.database.circuitVersion.findMany({ where: { circuitId: gated }, select: { version: true } })).toEqual([
    { version: 1 },
  ]);

  const records = await registry.database.auditRecord.findMany({ where: { accountId: ada.accountId, action: 'account.erased' } });
  expect(records).toMatchObject([{ actor: 'operator', apiKeyId: null, requestId: null, subject: ada.accountId }]);
  expect(JSON.parse((await erase(ada.accountId)).out)).toMatchObject({ changed: false, kept });
  expect(await registry.database.auditRecord.count({ where: { action: 'account.erased', accountId: ada.accountId } })).toBe(1);
}, 60_000);

it('goes on where it was interrupted, and nobody uses the account meanwhile', async () => {
  const gone = await fill();
  const { database } = registry;
  await database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`;
  await database.$executeRaw`CREATE TRIGGER refused BEFORE DELETE ON policies FOR EACH ROW EXECUTE FUNCTION refuse()`;
  expect(await erase()).toMatchObject({ exit: 1, err: expect.stringContaining('refused') });
  await registry.api.get('/v1/usage').set(bearer(ada)).expect(401);
  await database.$executeRaw`DROP TRIGGER refused ON policies`;
  expect(JSON.parse((await erase()).out)).toMatchObject({ account_id: ada.accountId, changed: true, kept: [] });
  expect((await everyRow(database)).filter((row) => MARK.test(row))).toEqual([]);
  for (const pid of gone) expect(await statusOf(pid)).toBe(404);
}, 60_000);

it('takes away what was written since by a request that had begun', async () => {
  await erase();
  const pid = makeIdentifier('circuit', systemRandomness);
  const row = {
    circuitId: pid,
    version: 1,
    source: 'unmistakable',
    hash: 'h',
    proofKey: 'p',
    languageVersion: '1',
    signature: new Uint8Array(1),
  };
  const circuit = { id: pid, accountId: ada.accountId, name: 'late', description: '', visibility: 'public', currentVersion: 1 } as const;
  await registry.database.circuit.create({ data: circuit });
  await registry.database.circuitVersion.create({ data: row });
  expect(JSON.parse((await erase(ada.accountId)).out)).toMatchObject({ changed: true, circuits: 1, versions: 1 });
  expect(await registry.database.circuit.count({ where: { accountId: ada.accountId } })).toBe(0);
});

it('leaves an account that no other command takes', async () => {
  await erase();
  const account = ['--account', ada.accountId];
  for (const words of [['issue-key'], ['resume'], ['set-tier', '--tier', 'pro'], ['set-limit', '--limit', 'requests', '--value', '1']]) {
    const { exit, err } = await operate([...words, ...account], registry.environment);
    expect({ exit, erased: err.includes('was erased') }).toEqual({ exit: 1, erased: true });
  }
  expect((await erase('ada@erase.example')).exit).toBe(1);
});
