import { createHash } from 'node:crypto';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT, pinning } from '../../testing/sources.fixture.js';
import { type Operated, operate } from '../operator.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
/** The version of a faulty engine; another one for each test. */
let wrong: string;
let tests = 0;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
  ada = await registry.register();
  await operate(['set-tier', '--account', ada.accountId, '--tier', 'pro'], registry.environment);
});
beforeEach(() => {
  tests += 1;
  wrong = `0.0.${tests}`;
});
afterAll(async () => registry.close());

const recheck = async (...words: string[]): Promise<Operated> =>
  operate(['--json', 'recheck', '--threads', '1', ...words], registry.environment);

/** Publishes an open circuit that a faulty engine certified with an invalid certificate. */
async function wronglyCertified(source: string): Promise<string> {
  const pid = await registry.publish(ada, source, { name: `certified by ${wrong}` });
  expect((await registry.certify(ada, pid)).status).toBe(200);
  await registry.database.$executeRaw`UPDATE certifications
    SET certified = true, phi_c = 1, engine_version = ${wrong}, certificate = convert_to('{"certificate": "of another engine"}', 'UTF8') WHERE circuit_id = ${pid}`;
  await registry.database
    .$executeRaw`UPDATE circuit_versions SET certified = true, phi_c = 1, assurance = 'solver', certified_at = now() WHERE circuit_id = ${pid}`;
  await registry.database.$executeRaw`UPDATE circuits SET certified = true, assurance = 'solver' WHERE id = ${pid}`;
  return pid;
}

/** Publishes a circuit with a certificate by an earlier engine: the same proof, under that engine's version. */
async function certifiedBefore(source: string, engine: string): Promise<string> {
  const pid = await registry.publish(ada, source, { name: `certified by ${engine}` });
  expect((await registry.certify(ada, pid)).status).toBe(200);
  const { certificate } = await registry.database.certification.findFirstOrThrow({ where: { circuitId: pid } });
  const { certificate: body }: { certificate: object } = JSON.parse(Buffer.from(certificate ?? []).toString('utf8'));
  const text = JSON.stringify({ ...body, engine });
  const closed = `{"certificate":${text},"digest":"${createHash('sha256').update(text).digest('hex')}"}`;
  const data = { certificate: new Uint8Array(Buffer.from(closed)), engineVersion: engine };
  await registry.database.certification.updateMany({ where: { circuitId: pid }, data });
  return pid;
}

const shown = async (pid: string) => (await registry.api.get(`/v1/circuits/${pid}`).expect(200)).body;
const verify = async (pid: string) => registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada));
const state = async (pid: string) => ({
  versions: await registry.database.circuitVersion.findMany({ where: { circuitId: pid } }),
  certifications: await registry.database.certification.findMany({ where: { circuitId: pid }, orderBy: { createdAt: 'asc' } }),
});

async function listen(): Promise<void> {
  await registry.database.$executeRaw`INSERT INTO webhooks (id, account_id, url, description, events, secret)
    VALUES ('whk_1', ${ada.accountId}, 'https://127.0.0.1:1/', '', '{circuit.decertified}', '')`;
}

it('decertifies what the engine of this build does not close, and tells of it in the same transaction', async () => {
  await listen();
  const pid = await wronglyCertified(OPEN_CIRCUIT);
  const { revision } = await registry.database.circuit.findUniqueOrThrow({ where: { id: pid } });
  expect((await verify(pid)).body).toMatchObject({ verified: false });
  const { exit, out, err } = await recheck('--engine', wrong);
  expect(exit).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ decertified: 1, stands: 0, whole: true, versions: [{ pid, version: 1, became: 'decertified' }] });
  expect(err).toContain(`${pid} version 1: decertified`);
  const { versions, certifications } = await state(pid);
  const [first, right] = certifications;
  expect(first).toMatchObject({ engineVersion: wrong, certified: true, refutedAt: expect.any(Date) });
  expect(right).toMatchObject({ status: 'done', certified: false, certificate: null, refutedAt: null, accountId: ada.accountId });
  expect(versions).toMatchObject([{ certified: false, certifiedAt: null, certificationId: right?.id, phiC: right?.phiC }]);
  expect(await registry.database.circuit.findUnique({ where: { id: pid } })).toMatchObject({
    certified: false,
    assurance: null,
    revision: revision + 1,
  });
  expect(await shown(pid)).toMatchObject({ certified: false, phi_c: right?.phiC, assurance: null, certified_at: null });
  const [record] = await registry.database.auditRecord.findMany({ where: { subject: pid, action: 'circuit.decertified' } });
  expect(record).toMatchObject({ actor: 'operator', accountId: ada.accountId, detail: { version: 1, before: wrong } });
  const [told] = await registry.database.webhookDelivery.findMany({ where: { eventType: 'circuit.decertified' } });
  expect(JSON.parse(Buffer.from(told?.payload ?? []).toString('utf8')).data).toEqual({
    pid,
    version: 1,
    hash: versions[0]?.hash,
    phi_c: right?.phiC,
    certification_id: right?.id,
    reason: expect.stringContaining(wrong),
  });
  expect((await verify(pid)).status).toBe(409);
});

it('certifies anew what closes, at no cost to its account', async () => {
  const pinned = await wronglyCertified(closedCircuit());
  const [{ hash } = { hash: '' }] = (await state(pinned)).versions;
  await recheck('--engine', wrong);
  const pid = await wronglyCertified(pinning(`${pinned}@${hash}`));
  expect((await verify(pid)).body).toMatchObject({ verified: false });
  const before = await registry.database.quotaCount.findMany({ where: { kind: 'certification' } });
  const { exit, out } = await recheck('--engine', wrong);
  expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 0, recertified: 1, decertified: 0 });
  expect(await registry.database.quotaCount.findMany({ where: { kind: 'certification' } })).toEqual(before);
  const { versions, certifications } = await state(pid);
  expect(versions).toMatchObject([{ certified: true, phiC: 1, certificationId: certifications[1]?.id }]);
  expect(certifications[1]).toMatchObject({ status: 'done', certified: true, engineVersion: expect.not.stringMatching(wrong) });
  expect((await verify(pid)).body).toMatchObject({ verified: true, phi_c: 1, assurance: 'kernel' });
  expect(await shown(pid)).toMatchObject({ certified: true, assurance: 'kernel' });
  expect((await registry.api.get('/v1/circuits?assurance=kernel').expect(200)).body.circuits[0]).toMatchObject({ pid });
  expect(await registry.database.auditRecord.count({ where: { subject: pid, action: 'circuit.certified', actor: 'operator' } })).toBe(1);
  const again = await recheck('--engine', wrong);
  expect(JSON.parse(again.out)).toMatchObject({ stands: 0, recertified: 0, decertified: 0 });
});

it('a certificate of an earlier engine is not verified, but compiles by a new proof, until it is certified anew at no cost', async () => {
  const pid = await certifiedBefore(closedCircuit(7), wrong);
  const artifact = () => registry.api.get(`/v1/circuits/${pid}/artifacts/js`).expect(200);
  expect((await verify(pid)).body).toMatchObject({ verified: false, match: true, phi_c: 0, reason: `it was made by engine ${wrong}` });
  const { text } = await artifact();
  const before = await registry.database.quotaCount.findMany({ where: { kind: 'certification' } });
  expect(JSON.parse((await recheck('--engine', wrong)).out)).toMatchObject({ recertified: 1, decertified: 0, undecided: 0 });
  expect(await registry.database.quotaCount.findMany({ where: { kind: 'certification' } })).toEqual(before);
  const answer = (await verify(pid)).body;
  expect(answer).toMatchObject({ verified: true, match: true, phi_c: 1 });
  expect(answer).not.toHaveProperty('reason');
  expect((await artifact()).text).toBe(text);
});

it('a circuit of another engine compiles too if its certificate has an unknown form', async () => {
  const pid = await registry.publish(ada, closedCircuit(9));
  await registry.certify(ada, pid);
  const certificate = new Uint8Array(Buffer.from(`{"certificate":{"format":9,"engine":"${wrong}"},"digest":"of another form"}`));
  await registry.database.certification.updateMany({ where: { circuitId: pid }, data: { certificate, engineVersion: wrong } });
  await registry.api.get(`/v1/circuits/${pid}/artifacts/js`).expect(200);
});

it('a circuit that another engine certified, and this one does not close, gives no artifact', async () => {
  const [pid, closed] = [await wronglyCertified(OPEN_CIRCUIT), await certifiedBefore(closedCircuit(8), wrong)];
  const { certificate } = await registry.database.certification.findFirstOrThrow({ where: { circuitId: closed } });
  await registry.database.certification.updateMany({ where: { circuitId: pid }, data: { certificate, engineVersion: wrong } });
  const { body } = await registry.api.get(`/v1/circuits/${pid}/artifacts/js`).expect(409);
  expect(body).toMatchObject({ code: 'not-certified', detail: expect.stringContaining('does not close') });
});

it('counts the policies that such an engine has closed, which it leaves to the compiler', async () => {
  await registry.database.$executeRaw`INSERT INTO policies (id, account_id, name, description, current_version)
    VALUES ('pol_1', ${ada.accountId}, 'p', '', 1)`;
  await registry.database
    .$executeRaw`INSERT INTO policy_versions (policy_id, version, source, hash, language_version, engine_version, report, certificate)
    VALUES ('pol_1', 1, '', '', '1', ${wrong}, '', '')`;
  expect(JSON.parse((await recheck('--engine', wrong)).out)).toMatchObject({ policies: 1 });
  expect(JSON.parse((await recheck('--engine', '0.0.999')).out)).toMatchObject({ policies: 0 });
});

it('leaves what checks as it is, also where the range takes in this very engine', async () => {
  const pid = await registry.publish(ada, closedCircuit(), { name: 'certified by this engine' });
  await registry.certify(ada, pid);
  const before = await state(pid);
  expect(JSON.parse((await recheck('--engine', '>=0.1.0')).out).stands).toBeGreaterThan(0);
  expect(await state(pid)).toEqual(before);
});

it('looks at no engine outside the range, and at no circuit before the one that is named', async () => {
  const pid = await wronglyCertified(OPEN_CIRCUIT);
  expect(JSON.parse((await recheck('--engine', '0.0.999')).out)).toMatchObject({ decertified: 0 });
  expect(JSON.parse((await recheck('--engine', wrong, '--after', pid)).out)).toMatchObject({ decertified: 0 });
  expect((await state(pid)).versions).toMatchObject([{ certified: true }]);
});

it('says what would become of each, and changes nothing, where that is all that is asked', async () => {
  const pid = await wronglyCertified(OPEN_CIRCUIT);
  const before = await state(pid);
  expect(JSON.parse((await recheck('--engine', wrong, '--dry-run')).out)).toMatchObject({ decertified: 1, dry_run: true });
  expect(await state(pid)).toEqual(before);
});

it('decides an old version without a word about the current one', async () => {
  const pid = await wronglyCertified(OPEN_CIRCUIT);
  await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ source: closedCircuit() }).expect(200);
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
  expect(JSON.parse((await recheck('--engine', wrong)).out)).toMatchObject({ decertified: 1 });
  expect(await shown(pid)).toMatchObject({ version: 2, certified: true });
  expect((await state(pid)).versions.map(({ version, certified }) => [version, certified])).toEqual(
    expect.arrayContaining([
      [1, false],
      [2, true],
    ]),
  );
  expect((await verify(pid)).body).toMatchObject({ verified: true });
});

it('ends with 1 and leaves certified what it cannot decide', async () => {
  const pid = await wronglyCertified(closedCircuit());
  await registry.database.$executeRaw`UPDATE circuit_versions SET source = 'no circuit of this language' WHERE circuit_id = ${pid}`;
  const { exit, out } = await recheck('--engine', wrong);
  expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 1, undecided: 1, decertified: 0, versions: [{ pid, became: 'undecided' }] });
  expect((await state(pid)).versions).toMatchObject([{ certified: true }]);
});

it('does nothing more once it is told to stop, and says where to go on', async () => {
  const pid = await wronglyCertified(OPEN_CIRCUIT);
  const { exit, out } = await operate(['--json', 'recheck', '--engine', wrong], registry.environment, AbortSignal.abort());
  expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 1, whole: false, decertified: 0 });
  expect((await state(pid)).versions).toMatchObject([{ certified: true }]);
});

it.each([['latest'], [''], ['1 to 2']])('ends with 2 for a range like "%s"', async (range) => {
  expect((await recheck('--engine', range)).exit).toBe(2);
});
