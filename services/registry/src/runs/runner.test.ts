import { once } from 'node:events';
import { type Clock, connectRedis, NO_METRICS, openQueue, systemClock, systemRandomness } from '@kirchhoff/platform';
import { DELIVERY_QUEUE, type DeliveryJob } from '../events/delivery.js';
import { Outbox } from '../events/outbox.js';
import { eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { type ToCheck, VERIFICATIONS, type VerificationEnd } from '../verification/table.js';
import { RUN_QUEUES, type RunJob } from './job.js';
import { KINDS, rowOf, type TestedKind } from './kinds.fixture.js';
import { RunRepository } from './repository.js';
import { meterRuns } from './run-metrics.js';
import { Runner, type RunWork } from './runner.js';

let registry: TestRegistry;
let runs: RunRepository<ToCheck, VerificationEnd>;
let open: (options: {
  readonly places: number;
  readonly work: Work;
  readonly leaseMilliseconds?: number;
  readonly clock?: Clock;
}) => Runner<ToCheck, VerificationEnd>;
let close: () => Promise<void>;
type Work = RunWork<ToCheck, VerificationEnd>;
beforeAll(async () => {
  registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0', DEFAULT_TIER: 'pro' });
  runs = new RunRepository(registry.database, VERIFICATIONS);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', log);
  const queue = openQueue<RunJob>(RUN_QUEUES.verification, redis.sender);
  const deliveries = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender);
  const outbox = new Outbox({ queue: deliveries, clock: systemClock, randomness: systemRandomness });
  const parts = {
    runs,
    queue,
    messages: redis.messages,
    outbox,
    log,
    clock: systemClock,
    leaseMilliseconds: 60_000,
    meter: meterRuns(NO_METRICS, 'verification'),
  };
  open = (options) => new Runner({ ...parts, ...options });
  close = async () => {
    await Promise.all([queue.close(), deliveries.close()]);
    redis.close();
  };
});
afterAll(async () => {
  await close();
  await registry.close();
});

/** Requests this many verifications of one circuit. */
async function ask(account: TestAccount, count: number, number = 1): Promise<readonly RunJob[]> {
  const verification = verifications();
  const pid = await verification.prepare(registry, account, closedCircuit(number));
  const jobs: RunJob[] = [];
  for (let each = 0; each < count; each += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the requests have an order
    const { body } = await verification.ask(registry, account, pid);
    jobs.push({ run_id: String(body[verification.member]), attempt: 1 });
  }
  return jobs;
}

function verifications(): TestedKind {
  const found = KINDS.find(({ kind }) => kind === 'verification');
  if (found === undefined) throw new Error('no kind of verifications');
  return found;
}

const end = (): Awaited<ReturnType<Work>> => {
  const result = new Uint8Array(Buffer.from('{}'));
  const found = { engineVersion: '1', verified: true, currentHash: 'a hash', phiC: 1, assurance: 'kernel', result } as const;
  return { kind: 'done', value: { kind: 'end', end: found } };
};

it('leaves a run to the worker that has it under the next attempt', async () => {
  const [job] = await ask(await registry.register(), 1);
  if (job === undefined) throw new Error('one was asked for');
  const next = { run_id: job.run_id, attempt: 2 };
  // Runs until the lease is lost to another worker, which takes the run meanwhile.
  const work: Work = async (_begun, signal) => {
    await runs.end(job, 'failure');
    expect(await runs.claim(next, { engineVersion: '1', leaseMilliseconds: 60_000 })).toBeDefined();
    if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    return { kind: 'gone' };
  };
  await open({ places: 1, work, leaseMilliseconds: 60 }).run(job);
  expect(await rowOf(registry, verifications(), job.run_id)).toMatchObject({ status: 'running', attempt: 2 });
  expect(await runs.renew(next, 60_000)).toBe(true);
});

it('takes the runs of all accounts in turn, whoever asked first, and each of them once', async () => {
  const [ada, bob, eve] = [await registry.register(), await registry.register(), await registry.register()];
  const jobs = [...(await ask(ada, 5)), ...(await ask(bob, 1, 2)), ...(await ask(eve, 2, 3))];
  const begun: string[] = [];
  // Accounts are charged for the time of their runs, so each run takes the same time, on a busy machine too.
  let milliseconds = 0;
  const runner = open({
    places: 1,
    clock: { ...systemClock, monotonic: () => milliseconds },
    work: async ({ accountId }) => {
      begun.push(accountId);
      milliseconds += 100;
      return end();
    },
  });
  for (const job of jobs) {
    // oxlint-disable-next-line no-await-in-loop -- one place
    await runner.run(job);
  }
  expect(begun.slice(0, 3).toSorted()).toEqual([ada.accountId, bob.accountId, eve.accountId].toSorted());
  expect(begun.slice(3, 5).toSorted()).toEqual([ada.accountId, eve.accountId].toSorted());
  expect(begun.slice(5)).toEqual([ada.accountId, ada.accountId, ada.accountId]);
  for (const { run_id } of jobs) {
    // oxlint-disable-next-line no-await-in-loop -- a look at each row
    expect(await rowOf(registry, verifications(), run_id)).toMatchObject({ status: 'done', attempt: 1 });
  }
});

it('leaves a place free where one account asks for all, gives it to who comes next, and forgets no run', async () => {
  const [ada, bob] = [await registry.register(), await registry.register()];
  const ofAda = await ask(ada, 4);
  const gate = new AbortController();
  const opened = once(gate.signal, 'abort');
  let going = 0;
  let most = 0;
  const work: Work = async ({ accountId }) => {
    if (accountId === bob.accountId) return end();
    going += 1;
    most = Math.max(most, going);
    await opened;
    going -= 1;
    return end();
  };
  const runner = open({ places: 2, work });
  let ended = 0;
  const running = ofAda.map(async (job) => {
    await runner.run(job);
    ended += 1;
  });
  // One that is still looking would take the run of the other account.
  await eventually('three of the four jobs found only runs that had to wait, and have ended', () => ended === 3);
  const [ofBob] = await ask(bob, 1, 2);
  if (ofBob === undefined) throw new Error('one was asked for');
  await runner.run(ofBob);
  expect(await rowOf(registry, verifications(), ofBob.run_id)).toMatchObject({ status: 'done' });
  gate.abort();
  await Promise.all(running);
  expect(most).toBe(1);
  for (const { run_id } of ofAda) {
    // oxlint-disable-next-line no-await-in-loop -- a look at each row
    expect(await rowOf(registry, verifications(), run_id)).toMatchObject({ status: 'done', attempt: 1 });
  }
});

it('tries a run again whose result is not true any more', async () => {
  const [job] = await ask(await registry.register(), 1);
  if (job === undefined) throw new Error('one was asked for');
  const work: Work = async () => {
    await registry.database.certification.updateMany({ data: { refutedAt: new Date() } });
    return end();
  };
  await open({ places: 1, work }).run(job);
  expect(await rowOf(registry, verifications(), job.run_id)).toMatchObject({ status: 'queued', attempt: 2 });
});
