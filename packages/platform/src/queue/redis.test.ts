import { createTestRedis, openProxy } from '@kirchhoff/testing';
import { systemClock } from '../environment/clock.js';
import { redisCheck } from '../health/checks.js';
import { OutageLog } from '../health/outage-log.js';
import { connectRedis } from './connections.js';
import { createMessages } from './messages.js';
import { isRedisOutage } from './outage.js';
import { awaitReady, openBlockingRedis, openRedis, type Redis } from './redis.js';
import { openQueue, openQueueEvents, openWorker } from './work-queue.js';

const opened: { disconnect(): void }[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const each of opened.splice(0)) each.disconnect();
});

const ignore = () => undefined;
function fast(url: string): Redis {
  const redis = openRedis(url, ignore);
  opened.push(redis);
  return redis;
}
function patient(url: string): Redis {
  const redis = openBlockingRedis(url, ignore);
  opened.push(redis);
  return redis;
}

/** Returns the reason with which a promise was rejected. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('with Redis out', () => {
  const nowhere = 'redis://127.0.0.1:1';

  it('a command fails at once', async () => {
    const started = performance.now();
    const error = await rejection(fast(nowhere).get('x'));
    expect(isRedisOutage(error)).toBe(true);
    expect(performance.now() - started).toBeLessThan(500);
  });
  it('a start says so once', async () => {
    const lines: object[] = [];
    const write = (fields: object, message: string) => void lines.push({ message, ...fields });
    const log = new OutageLog({ log: { info: write, warn: write, error: write }, clock: systemClock });
    const redis = await connectRedis(nowhere, log, (sender) => log.watch('redis', redisCheck(sender)));
    closing.push(async () => redis.close());
    log.stop();
    expect(lines).toEqual([expect.objectContaining({ message: 'dependency out', dependency: 'redis' })]);
  });
  it('adding to a queue fails at once', async () => {
    const queue = openQueue<number>('out', fast(nowhere));
    closing.push(async () => queue.close());
    const started = performance.now();
    const error = await rejection(queue.add('job', 1));
    expect(isRedisOutage(error)).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
  it('a queue takes jobs once Redis is there, though it was out when the queue was opened', async () => {
    const proxy = await openProxy(await createTestRedis());
    closing.push(async () => proxy.close());
    proxy.cut();
    const connection = fast(proxy.url);
    const queue = openQueue<number>('late', connection);
    closing.unshift(async () => queue.close());
    expect(isRedisOutage(await rejection(queue.add('job', 1)))).toBe(true);
    await proxy.restore();
    await awaitReady(connection, 10_000);
    expect((await queue.add('job', 2)).id).toBeDefined();
  });
  it('a message is lost without an error, and a start does not wait to listen', async () => {
    const messages = createMessages(fast(nowhere), patient(nowhere), 'test:');
    await messages.subscribe('news', ignore);
    await messages.publish('news', 'lost');
  });
  it('waiting for it ends', async () => {
    expect(await awaitReady(fast(nowhere), 50)).toBe(false);
  });
});

it.each([
  ['NOREPLICAS Not enough good replicas to write. script: da8455f0535fd532821b3713a4eccd80fc4b8457, on @user_script:1.', true],
  ['MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist on disk.', true],
  ["OOM command not allowed when used memory > 'maxmemory'. script: 5ab432e88830d573e2fa33392ffbd4ad25a9b100, on @user_script:589.", true],
  ['BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.', true],
  ['CLUSTERDOWN The cluster is down', true],
  ["Cluster isn't ready and enableOfflineQueue options is false", true],
  ['Too many Cluster redirections. Last error: Error: Connection is closed.', true],
  ['BUSYGROUP Consumer Group name already exists', false],
  ['WRONGTYPE Operation against a key holding the wrong kind of value', false],
  ["ERR unknown command 'NOREPLICAS '", false],
])('%s: out is %p', (message, out) => {
  expect(isRedisOutage(new Error(message))).toBe(out);
});

it('a Redis that hangs is out after a second', async () => {
  const proxy = await openProxy(await createTestRedis());
  closing.push(async () => proxy.close());
  const redis = fast(proxy.url);
  await awaitReady(redis, 2_000);
  proxy.freeze();
  const started = performance.now();
  expect(isRedisOutage(await rejection(redis.get('x')))).toBe(true);
  expect(performance.now() - started).toBeGreaterThan(500);
  expect(performance.now() - started).toBeLessThan(3_000);
});

it('a Redis that comes back is used again', async () => {
  const proxy = await openProxy(await createTestRedis());
  closing.push(async () => proxy.close());
  const redis = fast(proxy.url);
  await awaitReady(redis, 2_000);
  proxy.cut();
  expect(isRedisOutage(await rejection(redis.get('x')))).toBe(true);
  await proxy.restore();
  expect(await awaitReady(redis, 4_000)).toBe(true);
  expect(await redis.get('x')).toBeNull();
});

it('a message reaches everyone who listens on its channel, and no other', async () => {
  const url = await createTestRedis();
  const sender = fast(url);
  await awaitReady(sender, 2_000);
  const [one, other] = [createMessages(sender, patient(url), `${url}:`), createMessages(sender, patient(url), `${url}:`)];
  const heard: string[] = [];
  const complete = new Promise<void>((resolve) => {
    const hear = (who: string) => (text: string) => {
      if (heard.push(`${who} ${text}`) === 4) resolve();
    };
    void one.subscribe('news', hear('one'));
    void one.subscribe('else', hear('wrong'));
    void other.subscribe('news', hear('other'));
  });
  // Subscriptions made while connecting are in place when the server counts them.
  while (Number((await sender.pubsub('NUMSUB', `${url}:news`))[1]) < 2) await sender.ping();
  await one.publish('news', 'first');
  await one.publish('news', 'last');
  await complete;
  expect(new Set(heard)).toEqual(new Set(['one first', 'one last', 'other first', 'other last']));
});

it('a message is not heard in another database of the same server', async () => {
  const [one, other] = await Promise.all(
    [await createTestRedis(), await createTestRedis()].map(async (url) => connectRedis(url, { warn: ignore })),
  );
  if (one === undefined || other === undefined) throw new Error('two databases were asked for');
  closing.push(async () => [one, other].forEach((each) => each.close()));
  const heard: string[] = [];
  await one.messages.subscribe('news', (text) => heard.push(text));
  // The first message shows that the subscription is active; a message sent before the second would arrive before it.
  for (const count of [1, 2]) {
    while (heard.length < count) {
      await other.messages.publish('news', 'of another');
      await one.messages.publish('news', `own ${count}`);
      await one.sender.ping();
    }
  }
  expect(heard).not.toContain('of another');
});

it('a job is done once and leaves nothing behind', async () => {
  const url = await createTestRedis();
  const connection = fast(url);
  await awaitReady(connection, 2_000);
  const queue = openQueue<{ readonly number: number }>('work', connection);
  const events = openQueueEvents('work', patient(url));
  const seen: number[] = [];
  const worker = openWorker<{ readonly number: number }>('work', patient(url), async (job) => seen.push(job.data.number), {
    concurrency: 1,
  });
  closing.push(
    async () => worker.close(),
    async () => events.close(),
    async () => queue.close(),
  );
  const jobs = [await queue.add('job', { number: 7 }, { jobId: 'crt_1-1' }), await queue.add('job', { number: 8 }, { jobId: 'crt_1-1' })];
  const last = await queue.add('job', { number: 9 }, { jobId: 'crt_1-2' });
  await new Promise<void>((resolve) => worker.on('completed', ({ id }) => id === last.id && resolve()));
  expect(jobs[0]?.id).toBe('crt_1-1');
  expect(seen.filter((number) => number === 9)).toEqual([9]);
  expect(seen[0]).toBe(7);
  expect(await queue.getJobCounts()).toMatchObject({ waiting: 0, active: 0, completed: 0, failed: 0 });
});

it('a queue and its worker go on when Redis is back', async () => {
  const proxy = await openProxy(await createTestRedis());
  const connection = fast(proxy.url);
  await awaitReady(connection, 2_000);
  const queue = openQueue<number>('outage', connection);
  const done: number[] = [];
  const worker = openWorker<number>('outage', patient(proxy.url), async (job) => done.push(job.data), { concurrency: 1 });
  closing.push(
    async () => worker.close(),
    async () => queue.close(),
    async () => proxy.close(),
  );
  const finished = async () => new Promise<void>((resolve) => worker.once('completed', () => resolve()));
  const first = finished();
  await queue.add('job', 1);
  await first;
  proxy.cut();
  expect(isRedisOutage(await rejection(queue.add('job', 2)))).toBe(true);
  await proxy.restore();
  expect(await awaitReady(connection, 5_000)).toBe(true);
  const second = finished();
  await queue.add('job', 3);
  await second;
  expect(done).toEqual([1, 3]);
}, 20_000);
