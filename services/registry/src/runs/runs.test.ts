import { connectRedis, createLogger, openPatientRedis, openWorker, shutDown } from '@kirchhoff/platform';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit } from '../testing/sources.fixture.js';
import { Completions } from './completions.js';
import { RUN_QUEUES, type RunJob } from './job.js';
import { type Asked, alter, KINDS, rowOf, type TestedRows } from './kinds.fixture.js';

const silent = createLogger('test', 'silent');

describe.each(KINDS)('a $kind', (tested) => {
  let registry: TestRegistry;
  let ada: TestAccount;
  beforeAll(async () => {
    registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0' });
  });
  beforeEach(async () => {
    ada = await registry.register();
  });
  afterAll(async () => registry.close());

  interface Requested extends Asked {
    readonly runs: TestedRows;
  }

  /** Asks for a run that no worker is there to do. */
  async function requested(number: number): Promise<Requested> {
    const pid = await tested.prepare(registry, ada, closedCircuit(number));
    const { body, status } = await tested.ask(registry, ada, pid);
    expect(status).toBe(202);
    const asked = { id: String(body[tested.member]), pid };
    return { ...asked, runs: tested.rows(registry.database, ada, asked) };
  }

  const row = async (id: string) => rowOf(registry, tested, id);
  const used = async () => tested.used(registry, ada);
  const runOut = async (id: string) => alter(registry, tested, id, { leaseUntil: new Date(Date.now() - 1_000) });

  it('is leased to one worker only', async () => {
    const { id, runs } = await requested(1);
    const leases = await Promise.all(Array.from({ length: 5 }, async () => runs.lease({ run_id: id, attempt: 1 }, 60_000)));
    expect(leases.filter((held) => held)).toHaveLength(1);
  });

  it('has the result of the first that ends it, and nothing of the second', async () => {
    const { id, runs } = await requested(2);
    const job = { run_id: id, attempt: 1 };
    await runs.lease(job, 60_000);
    expect(await runs.finish(job, 'first')).toEqual([]);
    expect(await runs.finish(job, 'second')).toBeUndefined();
    expect(await runs.lease(job, 60_000)).toBe(false);
    expect(await runs.begin(job)).toBeUndefined();
    expect(Buffer.from((await row(id)).result ?? []).toString()).toBe('{"mark":"first"}');
  });

  it('that ends in its first moment needs no lease, and two workers that have it write one result', async () => {
    const { id, runs } = await requested(3);
    const job = { run_id: id, attempt: 1 };
    expect(await runs.renew(job, 60_000)).toBe(false);
    expect([await runs.begin(job), await runs.begin(job)]).toEqual([expect.anything(), expect.anything()]);
    const ends = await Promise.all(['one', 'other'].map(async (mark) => runs.finish(job, mark)));
    expect(ends.filter((written) => written !== undefined)).toHaveLength(1);
    expect(await runs.lease(job, 60_000)).toBe(false);
    expect(await row(id)).toMatchObject({ status: 'done', attempt: 1 });
  });

  it('whose worker died in its first moment has an attempt less; one that is leased has not', async () => {
    const { id, runs } = await requested(10);
    const ended = await Promise.all(Array.from({ length: 3 }, async () => runs.endLost({ run_id: id, attempt: 1 })));
    expect(ended.filter((next) => next !== undefined)).toEqual([{ kind: 'again', job: { run_id: id, attempt: 2 } }]);
    expect(await runs.finish({ run_id: id, attempt: 1 }, 'too late')).toBeUndefined();
    await runs.lease({ run_id: id, attempt: 2 }, 60_000);
    expect(await runs.endLost({ run_id: id, attempt: 2 })).toBeUndefined();
    await runs.handBack({ run_id: id, attempt: 2 });
    expect(await runs.endLost({ run_id: id, attempt: 2 })).toEqual({ kind: 'failed', runId: id });
    expect(await used()).toBe(0);
  });

  it('has its attempt raised where its lease ran out: the first worker can write no more', async () => {
    const { id, runs } = await requested(4);
    const job = { run_id: id, attempt: 1 };
    await runs.lease(job, 60_000);
    await runOut(id);
    const ended = await Promise.all(Array.from({ length: 5 }, async () => runs.endOverdue(10)));
    expect(ended.flat()).toEqual([{ kind: 'again', job: { run_id: id, attempt: 2 } }]);
    expect(await row(id)).toMatchObject({ status: 'queued', attempt: 2 });
    await runs.lease({ run_id: id, attempt: 2 }, 60_000);
    expect(await runs.renew(job, 60_000)).toBe(false);
    expect(await runs.finish(job, 'too late')).toBeUndefined();
    await runs.handBack(job);
    expect(await runs.end(job, 'failure')).toBeUndefined();
    expect(await row(id)).toMatchObject({ status: 'running', attempt: 2, result: null });
    expect(await used()).toBe(1);
  });

  it('is given up after two attempts, and the quota given back to the day that was charged, once', async () => {
    const { id, runs } = await requested(5);
    for (const attempt of [1, 2]) {
      await runs.lease({ run_id: id, attempt }, 60_000);
      await runOut(id);
      await runs.endOverdue(10);
    }
    const failure = `${tested.kind}-failed`;
    expect(await row(id)).toMatchObject({ status: 'failed', failure, attempt: 2 });
    expect(await runs.end({ run_id: id, attempt: 2 }, 'failure')).toBeUndefined();
    expect(await used()).toBe(0);
    const { body } = await registry.api.get(`${tested.path}/${id}`).set(bearer(ada)).expect(200);
    expect(body).toMatchObject({ status: 'failed', failure });
  });

  it('that hits the guard is given back three times a day, and no more', async () => {
    for (const number of [11, 12, 13, 14]) {
      const { id, runs } = await requested(number);
      for (const attempt of [1, 2]) {
        await runs.lease({ run_id: id, attempt }, 60_000);
        await runs.end({ run_id: id, attempt }, 'guard');
      }
    }
    expect(await used()).toBe(1);
  });

  it('that was handed back can be taken again under the same attempt', async () => {
    const { id, runs } = await requested(6);
    const job = { run_id: id, attempt: 1 };
    await runs.lease(job, 60_000);
    await runs.handBack(job);
    expect(await runs.begin(job)).toBeDefined();
    expect(await runs.lease(job, 60_000)).toBe(true);
  });

  it('whose worker died in its first moment is done by another, as the next attempt', async () => {
    const url = registry.environment['REDIS_URL'] ?? '';
    await flush(url);
    const { id } = await requested(12);
    const redis = await connectRedis(url, { warn: () => undefined });
    const died = new Promise<string>((resolve) => {
      const forever = async ({ data }: { readonly data: RunJob }) => new Promise<never>(() => resolve(data.run_id));
      const options = { concurrency: 1, lockDuration: 200, skipLockRenewal: true, skipStalledCheck: true };
      openWorker<RunJob>(RUN_QUEUES[tested.kind], redis.openPatient(), forever, options);
    });
    expect(await died).toBe(id);
    redis.close();
    expect(await row(id)).toMatchObject({ status: 'queued', attempt: 1 });
    const worker = await registry.startWorker({ RUN_LEASE_MILLISECONDS: '400' });
    await eventually('the run is done', async () => (await row(id)).status === 'done');
    expect(await row(id)).toMatchObject({ attempt: 2 });
    await shutDown(worker.closing, silent);
  });

  it('keeps the key and the request that asked for it', async () => {
    const pid = await tested.prepare(registry, ada, closedCircuit(7));
    const { body, headers } = await tested.ask(registry, ada, pid);
    const id = String(body[tested.member]);
    const runs = tested.rows(registry.database, ada, { id, pid });
    expect(await runs.begin({ run_id: id, attempt: 1 })).toMatchObject({
      pid,
      version: 1,
      accountId: ada.accountId,
      keyId: ada.keyId,
      requestId: headers['x-request-id'],
      source: closedCircuit(7),
    });
  });

  it('is told of to every process when it has ended', async () => {
    const { id } = await requested(9);
    const redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', { warn: () => undefined });
    const completions = new Completions();
    await completions.follow(redis.messages);
    const completion = completions.listen(id);
    const worker = await registry.startWorker();
    await completion.next(600_000, new AbortController().signal);
    expect(await row(id)).toMatchObject({ status: 'done' });
    await shutDown(worker.closing, silent);
    redis.close();
  });

  it('that hits the guard is ended twice, and then given up', async () => {
    const pid = await tested.prepare(registry, ada, longCircuit(4_000));
    const { body } = await tested.ask(registry, ada, pid);
    const id = String(body[tested.member]);
    const worker = await registry.startWorker({ ENGINE_GUARD_MILLISECONDS: '100' });
    await eventually('the run is given up', async () => (await row(id)).status === 'failed');
    expect(await row(id)).toMatchObject({ attempt: 2, failure: 'guard-exceeded', result: null });
    expect(await used()).toBe(0);
    await shutDown(worker.closing, silent);
  });

  it('that waits is done once a worker is there, also where Redis has forgotten it', async () => {
    const { id } = await requested(8);
    await alter(registry, tested, id, { createdAt: new Date(Date.now() - 60_000) });
    await flush(registry.environment['REDIS_URL'] ?? '');
    await registry.startWorker();
    await eventually('the run is done', async () => (await row(id)).status === 'done');
    expect(await row(id)).toMatchObject({ attempt: 1 });
    const { body } = await registry.api.get(`${tested.path}/${id}`).set(bearer(ada)).expect(200);
    expect(body).toMatchObject({ status: 'done', result: tested.good });
  });
});

async function flush(url: string): Promise<void> {
  const redis = openPatientRedis(url, () => undefined);
  await redis.flushdb();
  redis.disconnect();
}
