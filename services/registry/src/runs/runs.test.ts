import { connectRedis, createLogger, openBlockingRedis, shutDown } from '@kirchhoff/platform';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit } from '../testing/sources.fixture.js';
import { Completions } from './completions.js';
import { type AskedRun, alter, KINDS, rowOf, type TestedRows } from './kinds.fixture.js';

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

  interface Requested extends AskedRun {
    readonly runs: TestedRows;
  }

  /** Requests a run while no worker runs. */
  async function requested(number: number): Promise<Requested> {
    const pid = await tested.prepare(registry, ada, closedCircuit(number));
    const { body, status } = await tested.ask(registry, ada, pid);
    expect(status).toBe(202);
    const asked = { id: String(body[tested.member]), pid };
    return { ...asked, runs: tested.rows(registry.database, ada, asked) };
  }

  /** Ends the runs of earlier tests. */
  async function endAll(): Promise<void> {
    for (const { run_id } of await tested.rows(registry.database, ada, { id: '', pid: '' }).heads(100)) {
      await alter(registry, tested, run_id, { status: 'failed', failure: 'ended by the test' });
    }
  }

  const row = async (id: string) => rowOf(registry, tested, id);
  const used = async () => tested.used(registry, ada);
  const runOut = async (id: string) => alter(registry, tested, id, { leaseUntil: new Date(Date.now() - 1_000) });

  it('is leased to one worker only', async () => {
    const { id, runs } = await requested(1);
    const claims = await Promise.all(Array.from({ length: 5 }, async () => runs.claim({ run_id: id, attempt: 1 })));
    expect(claims.filter((begun) => begun !== undefined)).toHaveLength(1);
  });

  it('has the result of the first that ends it, and nothing of the second', async () => {
    const { id, runs } = await requested(2);
    const job = { run_id: id, attempt: 1 };
    await runs.claim(job);
    expect(await runs.finish(job, 'first')).toEqual([]);
    expect(await runs.finish(job, 'second')).toBeUndefined();
    expect(await runs.claim(job)).toBeUndefined();
    expect(Buffer.from((await row(id)).result ?? []).toString()).toBe('{"mark":"first"}');
  });

  it('that two workers end, since a claim was lost with Postgres, has the result of one', async () => {
    const { id, runs } = await requested(3);
    const job = { run_id: id, attempt: 1 };
    expect(await runs.renew(job, 60_000)).toBe(false);
    await runs.claim(job);
    await alter(registry, tested, id, { status: 'queued' });
    expect(await runs.claim(job)).toBeDefined();
    const ends = await Promise.all(['one', 'other'].map(async (mark) => runs.finish(job, mark)));
    expect(ends.filter((written) => written !== undefined)).toHaveLength(1);
    expect(await runs.claim(job)).toBeUndefined();
    expect(await row(id)).toMatchObject({ status: 'done', attempt: 1 });
  });

  it('is claimed as the only one that waits only if it is', async () => {
    await endAll();
    const first = await requested(10);
    const second = await requested(15);
    expect(await first.runs.claim({ run_id: first.id, attempt: 1 }, true)).toBeUndefined();
    expect(await second.runs.claim({ run_id: second.id, attempt: 1 })).toBeDefined();
    expect(await first.runs.claim({ run_id: first.id, attempt: 1 }, true)).toMatchObject({ job: { run_id: first.id, attempt: 1 } });
  });

  it('is the head of its account while none of it has waited longer, and forgets who shared when it has ended', async () => {
    await endAll();
    const first = await requested(16);
    const second = await requested(17);
    ada = await registry.register();
    const other = await requested(18);
    const heads = async () => (await first.runs.heads(10)).map(({ run_id }) => run_id);
    expect(await heads()).toEqual([first.id, other.id]);
    expect(await first.runs.heads(1)).toEqual([
      { run_id: first.id, attempt: 1, share: { group: expect.stringMatching(/^address /), account: expect.any(String), weight: 1 } },
    ]);
    await first.runs.claim({ run_id: first.id, attempt: 1 });
    expect(await heads()).toEqual([second.id, other.id]);
    await first.runs.finish({ run_id: first.id, attempt: 1 }, 'first');
    expect(await row(first.id)).toMatchObject({ shareGroup: null });
  });

  it('waits while its account is suspended', async () => {
    await endAll();
    const { id, runs } = await requested(19);
    const account = { where: { id: ada.accountId } };
    await registry.database.account.update({ ...account, data: { suspendedAt: new Date() } });
    expect(await runs.heads(10)).toEqual([]);
    expect(await runs.claim({ run_id: id, attempt: 1 }, true)).toBeUndefined();
    await registry.database.account.update({ ...account, data: { suspendedAt: null } });
    expect(await runs.heads(10)).toMatchObject([{ run_id: id }]);
    expect(await runs.claim({ run_id: id, attempt: 1 }, true)).toBeDefined();
  });

  it('has its attempt raised where its lease ran out: the first worker can write no more', async () => {
    const { id, runs } = await requested(4);
    const job = { run_id: id, attempt: 1 };
    await runs.claim(job);
    await runOut(id);
    const ended = await Promise.all(Array.from({ length: 5 }, async () => runs.endOverdue(10)));
    expect(ended.flat()).toEqual([{ kind: 'again', job: { run_id: id, attempt: 2 } }]);
    expect(await row(id)).toMatchObject({ status: 'queued', attempt: 2 });
    await runs.claim({ run_id: id, attempt: 2 });
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
      await runs.claim({ run_id: id, attempt });
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
        await runs.claim({ run_id: id, attempt });
        await runs.end({ run_id: id, attempt }, 'guard');
      }
    }
    expect(await used()).toBe(1);
  });

  it('that was handed back can be taken again under the same attempt', async () => {
    const { id, runs } = await requested(6);
    const job = { run_id: id, attempt: 1 };
    await runs.claim(job);
    await runs.handBack(job);
    expect(await runs.claim(job)).toBeDefined();
  });

  it('keeps the key and the request that asked for it', async () => {
    const pid = await tested.prepare(registry, ada, closedCircuit(7));
    const { body, headers } = await tested.ask(registry, ada, pid);
    const id = String(body[tested.member]);
    const runs = tested.rows(registry.database, ada, { id, pid });
    expect(await runs.claim({ run_id: id, attempt: 1 })).toMatchObject({
      pid,
      version: 1,
      accountId: ada.accountId,
      keyId: ada.keyId,
      requestId: headers['x-request-id'],
      traceparent: headers['traceparent'],
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
  const redis = openBlockingRedis(url, () => undefined);
  await redis.flushdb();
  redis.disconnect();
}
