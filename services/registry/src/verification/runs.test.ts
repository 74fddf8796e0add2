import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { createLogger, shutDown } from '@kirchhoff/platform';
import { writeCertification } from '../runs/kinds.fixture.js';
import { RunRepository } from '../runs/repository.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import type { RegistryWorkers } from '../workers.js';
import { VERIFICATIONS } from './table.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;
let pid: string;
let numbers = 0;
const workers: RegistryWorkers[] = [];
beforeAll(async () => {
  registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0' });
});
beforeEach(async () => {
  [ada, bob] = [await registry.register(), await registry.register()];
  numbers += 1;
  pid = await registry.publish(ada, closedCircuit(numbers));
  await writeCertification(registry, ada, pid);
});
afterEach(async () => {
  for (const { closing } of workers.splice(0)) await shutDown(closing, createLogger('test', 'silent'));
});
afterAll(async () => registry.close());

/** Starts a worker until the end of the test. */
async function startWorker(): Promise<void> {
  workers.push(await registry.startWorker());
}

/** Requests a verification, which waits for a worker. */
async function asked(account: TestAccount): Promise<string> {
  const { body } = await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(account)).expect(202);
  return body.verification_id;
}

const read = async (account: TestAccount, id: string) => registry.api.get(`/v1/verifications/${id}`).set(bearer(account));

async function resultOf(account: TestAccount, id: string): Promise<unknown> {
  await eventually('the run is done', async () => (await read(account, id)).body.status === 'done');
  return (await read(account, id)).body.result;
}

/** Verifies where a worker is there: the run may be done before it is answered. */
async function verified(account: TestAccount): Promise<unknown> {
  const { status, body } = await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(account));
  return status === 200 ? body : resultOf(account, body.verification_id);
}

const refute = async () => registry.database.certification.updateMany({ where: { circuitId: pid }, data: { refutedAt: new Date() } });

it('is read by the account that asked for it, and is a 404 to every other, the owner too', async () => {
  const id = await asked(bob);
  expect(id).toMatch(/^vrf_[0-9A-Za-z]{22}$/);
  expect((await read(bob, id)).body).toMatchObject({ verification_id: id, pid, version: 1, status: 'queued', started_at: null });
  expect((await read(ada, id)).status).toBe(404);
  for (const other of ['nonsense', `vrf_${'0'.repeat(22)}`, id.replace('vrf_', 'crt_')]) expect((await read(bob, other)).status).toBe(404);
  expect((await registry.api.get(`/v1/verifications/${id}`)).status).toBe(401);
  expect((await registry.api.get(`/v1/certifications/${id}`).set(bearer(bob))).status).toBe(404);
});

it('checks the version that was current when it was asked for, whatever is published meanwhile', async () => {
  const id = await asked(bob);
  await registry.api
    .put(`/v1/circuits/${pid}`)
    .set(bearer(ada))
    .send({ source: closedCircuit(500 + numbers) })
    .expect(200);
  await startWorker();
  expect(await resultOf(bob, id)).toMatchObject({ verified: true, match: true });
  expect((await read(bob, id)).body.version).toBe(1);
  expect(await verified(bob)).toMatchObject({ verified: false, match: false });
});

it('is done of a circuit that was withdrawn or made private after it was asked for', async () => {
  const [before, other] = [await asked(bob), await asked(bob)];
  await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ visibility: 'private' }).expect(200);
  expect((await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(bob))).status).toBe(404);
  await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
  expect((await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada))).status).toBe(410);
  await startWorker();
  for (const id of [before, other]) expect(await resultOf(bob, id)).toMatchObject({ verified: true });
});

it('is not verified where the certification was refuted before a worker took it', async () => {
  const id = await asked(bob);
  await refute();
  await startWorker();
  expect(await resultOf(bob, id)).toMatchObject({
    verified: false,
    match: true,
    phi_c: 0,
    reason: expect.stringContaining('wrong and revoked'),
  });
  expect((await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(bob))).body.code).toBe('not-certified');
});

it('is never written as verified once the certification was refuted', async () => {
  const id = await asked(bob);
  const runs = new RunRepository(registry.database, VERIFICATIONS);
  const job = { run_id: id, attempt: 1 };
  expect((await runs.claim(job, { engineVersion: ENGINE_VERSION, leaseMilliseconds: 60_000 }))?.subject.refuted).toBe(false);
  await refute();
  const end = { engineVersion: ENGINE_VERSION, currentHash: 'a hash', result: new Uint8Array(Buffer.from('{}')) };
  expect(await runs.finish(job, { ...end, verified: true, phiC: 1, assurance: 'kernel' })).toBeUndefined();
  expect(await registry.database.verification.findUnique({ where: { runId: id } })).toMatchObject({ status: 'running', verified: null });
  expect(await runs.finish(job, { ...end, verified: false, phiC: 0, assurance: null })).toEqual([]);
});

it('leaves records from before verifications were runs as they are', async () => {
  const { id: certificationId, hash } = await registry.database.certification.findFirstOrThrow({ where: { circuitId: pid } });
  await registry.database.$executeRaw`
    INSERT INTO verifications (circuit_id, version, certification_id, account_id, api_key_id, verified, original_hash, current_hash, phi_c,
      charged_day, engine_version)
    VALUES (${pid}, 1, ${certificationId}, ${ada.accountId}, ${ada.keyId}, true, ${hash}, ${hash}, 1, '2001-01-01', '1')`;
  await startWorker();
  expect(await verified(ada)).toMatchObject({ verified: true });
  const [before] = await registry.database.verification.findMany({ where: { circuitId: pid }, orderBy: { id: 'asc' } });
  expect(before).toMatchObject({ runId: null, status: 'done', attempt: 1, verified: true, result: null });
});
