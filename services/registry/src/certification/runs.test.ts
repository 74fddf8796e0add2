import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { connectRedis, createLogger, openPatientRedis, shutDown } from '@kirchhoff/platform';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit } from '../testing/sources.fixture.js';
import { AttemptRepository } from './attempts.js';
import { Completions } from './completions.js';
import { type Requested, runResult } from './run.fixture.js';
import { RunRepository, type RunResult } from './run-repository.js';

let registry: TestRegistry;
let ada: TestAccount;
let runs: RunRepository;
let attempts: AttemptRepository;
beforeAll(async () => {
  registry = await startTestRegistry({ CERTIFY_WAIT_MILLISECONDS: '0' });
  runs = new RunRepository(registry.database);
  attempts = new AttemptRepository(registry.database);
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

/** Asks for a certification that no worker is there to do. */
async function requested(number: number): Promise<Requested> {
  const pid = await registry.publish(ada, closedCircuit(number));
  const { body, status } = await registry.certify(ada, pid);
  expect(status).toBe(202);
  return { id: body.certification_id, pid };
}

const row = async (id: string) => registry.database.certification.findUniqueOrThrow({ where: { id } });

const used = async () => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  return body.certifications.used;
};

const result = (mark: string, asked: Requested): RunResult => runResult(ada, asked, { mark });

const runOut = async (id: string) =>
  registry.database.certification.update({ where: { id }, data: { leaseUntil: new Date(Date.now() - 1_000) } });

it('gives the lease of a run to one worker only', async () => {
  const { id } = await requested(1);
  const job = { certification_id: id, attempt: 1 };
  const leases = await Promise.all(Array.from({ length: 5 }, async () => runs.lease(job, ENGINE_VERSION, 60_000)));
  expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
});

it('writes the result of the first, and nothing of the second', async () => {
  const { id, pid } = await requested(2);
  const job = { certification_id: id, attempt: 1 };
  await runs.lease(job, ENGINE_VERSION, 60_000);
  expect(await runs.finish(job, result('first', { id, pid }))).toEqual([]);
  expect(await runs.finish(job, result('second', { id, pid }))).toBeUndefined();
  expect(await runs.lease(job, ENGINE_VERSION, 60_000)).toBeUndefined();
  expect(Buffer.from((await row(id)).result ?? []).toString()).toBe('{"mark":"first"}');
  const version = await registry.database.circuitVersion.findUniqueOrThrow({
    where: { circuitId_version: { circuitId: pid, version: 1 } },
  });
  expect(version).toMatchObject({ certified: true, phiC: 1, certificationId: id });
});

it('changes the version that was asked about, and none that was published meanwhile', async () => {
  const { id, pid } = await requested(3);
  const { source, hash, proofKey, languageVersion, signature } = await registry.database.circuitVersion.findFirstOrThrow({
    where: { circuitId: pid },
  });
  await registry.database.circuitVersion.create({
    data: { circuitId: pid, version: 2, source, hash, proofKey, languageVersion, signature },
  });
  await registry.database.circuit.update({ where: { id: pid }, data: { currentVersion: 2 } });
  const job = { certification_id: id, attempt: 1 };
  await runs.lease(job, ENGINE_VERSION, 60_000);
  await runs.finish(job, result('of version 1', { id, pid }));
  const { body } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
  expect(body).toMatchObject({ version: 2, certified: false, phi_c: null });
  expect(body.versions).toMatchObject([
    { version: 2, certified: false },
    { version: 1, certified: true },
  ]);
});

it('raises the attempt of a run whose lease ran out: the first worker can write no more', async () => {
  const { id, pid } = await requested(4);
  const job = { certification_id: id, attempt: 1 };
  await runs.lease(job, ENGINE_VERSION, 60_000);
  await runOut(id);
  const ended = await Promise.all(Array.from({ length: 5 }, async () => attempts.endOverdue(10)));
  expect(ended.flat()).toEqual([{ kind: 'again', job: { certification_id: id, attempt: 2 } }]);
  expect(await row(id)).toMatchObject({ status: 'queued', attempt: 2 });
  await runs.lease({ certification_id: id, attempt: 2 }, ENGINE_VERSION, 60_000);
  expect(await runs.renew(job, 60_000)).toBe(false);
  expect(await runs.finish(job, result('too late', { id, pid }))).toBeUndefined();
  await runs.handBack(job);
  expect(await attempts.end(job, 'certification-failed')).toBeUndefined();
  expect(await row(id)).toMatchObject({ status: 'running', attempt: 2, result: null });
  expect(await used()).toBe(1);
});

it('gives a run up after two attempts, and the quota back to the day that was charged, once', async () => {
  const { id } = await requested(5);
  for (const attempt of [1, 2]) {
    await runs.lease({ certification_id: id, attempt }, ENGINE_VERSION, 60_000);
    await runOut(id);
    await attempts.endOverdue(10);
  }
  expect(await row(id)).toMatchObject({ status: 'failed', failure: 'certification-failed', attempt: 2 });
  expect(await attempts.end({ certification_id: id, attempt: 2 }, 'certification-failed')).toBeUndefined();
  expect(await used()).toBe(0);
  const { body } = await registry.api.get(`/v1/certifications/${id}`).set(bearer(ada)).expect(200);
  expect(body).toMatchObject({ status: 'failed', failure: 'certification-failed' });
});

it('gives runs that hit the guard back three times a day, and no more', async () => {
  for (const number of [11, 12, 13, 14]) {
    const { id } = await requested(number);
    for (const attempt of [1, 2]) {
      await runs.lease({ certification_id: id, attempt }, ENGINE_VERSION, 60_000);
      await attempts.end({ certification_id: id, attempt }, 'guard-exceeded');
    }
  }
  expect(await used()).toBe(1);
});

it('lets a run that was handed back be taken again under the same attempt', async () => {
  const { id } = await requested(6);
  const job = { certification_id: id, attempt: 1 };
  await runs.lease(job, ENGINE_VERSION, 60_000);
  await runs.handBack(job);
  expect(await runs.lease(job, ENGINE_VERSION, 60_000)).toBeDefined();
});

it('offers the certificate of a run with the same proof key by the same engine, and no other', async () => {
  const { id, pid } = await requested(7);
  await runs.lease({ certification_id: id, attempt: 1 }, ENGINE_VERSION, 60_000);
  await runs.finish({ certification_id: id, attempt: 1 }, result('proven', { id, pid }));
  const again = async (engine: string) => {
    const { body } = await registry.certify(ada, pid);
    return (await runs.lease({ certification_id: body.certification_id, attempt: 1 }, engine, 60_000))?.reuse;
  };
  expect(await again(ENGINE_VERSION)).toEqual(new Uint8Array([1, 2, 3]));
  expect(await again('0.0.1')).toBeUndefined();
});

it('tells every process when a run has ended', async () => {
  const { id } = await requested(9);
  const redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', { warn: () => undefined });
  const completions = new Completions();
  await completions.follow(redis.messages);
  const completion = completions.listen(id);
  const worker = await registry.startWorker();
  await completion.next(600_000, new AbortController().signal);
  expect(await row(id)).toMatchObject({ status: 'done' });
  await shutDown(worker.closing, createLogger('test', 'silent'));
  redis.close();
});

it('ends a run that hits the guard, twice, and then gives it up', async () => {
  const pid = await registry.publish(ada, longCircuit(4_000));
  const { body } = await registry.certify(ada, pid);
  const worker = await registry.startWorker({ ENGINE_GUARD_MILLISECONDS: '100' });
  await eventually('the run is given up', async () => (await row(body.certification_id)).status === 'failed');
  expect(await row(body.certification_id)).toMatchObject({ attempt: 2, failure: 'guard-exceeded', result: null });
  expect(await used()).toBe(0);
  await shutDown(worker.closing, createLogger('test', 'silent'));
});

it('finishes what waits once a worker is there, and what Redis has forgotten too', async () => {
  const waiting = await requested(8);
  await registry.database.certification.updateMany({
    where: { id: waiting.id },
    data: { createdAt: new Date(Date.now() - 60_000) },
  });
  await flush(registry.environment['REDIS_URL'] ?? '');
  await registry.startWorker();
  await eventually('the run is done', async () => (await row(waiting.id)).status === 'done');
  expect(await row(waiting.id)).toMatchObject({ attempt: 1, certified: true });
});

async function flush(url: string): Promise<void> {
  const redis = openPatientRedis(url, () => undefined);
  await redis.flushdb();
  redis.disconnect();
}
