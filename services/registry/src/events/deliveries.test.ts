import {
  awaitReady,
  openBlockingRedis,
  openQueue,
  openRedis,
  type Queue,
  type Redis,
  systemClock,
  systemRandomness,
} from '@kirchhoff/platform';
import { Webhook } from 'standardwebhooks';
import { answering, type Received, type Receiver, startReceiver } from '../testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { DELIVERY_QUEUE, type DeliveryJob } from './delivery.js';
import { Outbox } from './outbox.js';

let registry: TestRegistry;
let redis: Redis;
let queue: Queue<DeliveryJob>;
let outbox: Outbox;
let receiver: Receiver;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SCALE: '0.002' });
  await Promise.all([registry.startWorker({ WEBHOOK_TIMEOUT_MILLISECONDS: '2000' }), registry.startWorker()]);
  redis = openRedis(registry.environment['REDIS_URL'] ?? '', () => undefined);
  await awaitReady(redis, 10_000);
  queue = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis);
  outbox = new Outbox({ queue, clock: systemClock, randomness: systemRandomness });
});
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await registry.register();
});
afterEach(async () => receiver.close());
afterAll(async () => {
  await queue.close();
  redis.disconnect();
  await registry.close();
});

interface Made {
  readonly id: string;
  readonly secret: string;
}

const webhook = async (url = receiver.url): Promise<Made> =>
  (await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url }).expect(201)).body;

/** Causes an event of the account, and puts its delivery into the queue. */
async function happens(number = 1): Promise<void> {
  const data = { key_id: `key number ${number}` };
  await outbox.dispatch(await outbox.record(registry.database, { accountId: ada.accountId, type: 'key.revoked', data }));
}

const rows = async (webhookId: string) =>
  registry.database.webhookDelivery.findMany({ where: { webhookId }, orderBy: [{ createdAt: 'asc' }, { eventId: 'asc' }] });
const become = async (webhookId: string, status: string) =>
  eventually(`it is ${status}`, async () => (await rows(webhookId)).every((row) => row.status === status));
const arrived = (type: string) => receiver.received.find(({ body }) => body.includes(type));
const verified = ({ secret }: Made, { body, headers }: Received) =>
  new Webhook(secret).verify(body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])));

/** Causes another event, and returns the request that arrives. */
const sent = async (): Promise<Received> => {
  const before = receiver.received.length;
  await happens();
  await eventually('it has arrived', () => receiver.received.length > before);
  const received = receiver.received.at(-1);
  if (received === undefined) throw new Error('nothing arrived');
  return received;
};

it('tells of a certification, signed as Standard Webhooks has it', async () => {
  const made = await webhook();
  const pid = await registry.publish(ada, closedCircuit());
  const { body: result } = await registry.certify(ada, pid);
  await eventually('it is told', () => arrived('circuit.certified') !== undefined);
  const told = arrived('circuit.certified');
  expect(told?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Kirchhoff-Webhooks\/\d+\.\d+\.\d+$/),
    'webhook-id': expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
  });
  if (told === undefined) throw new Error('it was not told');
  expect(verified(made, told)).toEqual({
    type: 'circuit.certified',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      pid,
      version: 1,
      certification_id: result.certification_id,
      phi_c: 1,
      assurance: 'kernel',
      hash: result.hash,
      certified_at: result.certified_at,
    },
  });
});

it('tries again what fails, under the same id with the same bytes, until it succeeds', async () => {
  const made = await webhook();
  receiver.answer = (response, received) => answering(receiver.received.length < 3 ? 503 : 200)(response, received);
  await happens();
  await become(made.id, 'delivered');
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  for (const received of receiver.received) verified(made, received);
  expect(await rows(made.id)).toMatchObject([{ attempts: 3, lastStatus: 200, lastError: null, deliveredAt: expect.any(Date) }]);
});

it('gives up at once where the endpoint says that it is gone', async () => {
  const { id } = await webhook();
  receiver.answer = answering(410);
  await happens();
  await become(id, 'dead');
  expect(await rows(id)).toMatchObject([{ attempts: 1, lastStatus: 410, lastError: 'the endpoint is gone' }]);
});

it('takes a redirect for a failure, and says so', async () => {
  const { id } = await webhook();
  receiver.answer = answering(301, { location: '/elsewhere' });
  await happens();
  await eventually('it has failed', async () => (await rows(id))[0]?.lastStatus === 301);
  expect(await rows(id)).toMatchObject([{ status: 'pending', lastError: 'redirects are not followed' }]);
  expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true);
});

it('sends what was asked for again under the same id, whatever became of it', async () => {
  const { id } = await webhook();
  await happens();
  await become(id, 'delivered');
  const [row] = await rows(id);
  await registry.api.post(`/v1/webhooks/${id}/deliveries/${row?.eventId}/redeliver`).set(bearer(ada)).expect(202);
  await eventually('it has arrived twice', () => receiver.received.length === 2);
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  await become(id, 'delivered');
});

it('sends an attempt that waits for later at once where it is asked for again', async () => {
  const { id } = await webhook();
  await happens();
  await become(id, 'delivered');
  const [row] = await rows(id);
  if (row === undefined) throw new Error('there is no delivery');
  const nextAttemptAt = new Date(Date.now() + 3_600_000);
  await registry.database.webhookDelivery.updateMany({ where: { webhookId: id }, data: { status: 'pending', attempts: 5, nextAttemptAt } });
  await queue.add('deliver', { webhook_id: id, event_id: row.eventId, due: nextAttemptAt.getTime() }, { delay: 3_600_000 });
  await registry.api.post(`/v1/webhooks/${id}/deliveries/${row.eventId}/redeliver`).set(bearer(ada)).expect(202);
  await become(id, 'delivered');
  expect(await rows(id)).toMatchObject([{ attempts: 1 }]);
});

it('signs by the secrets before, too, for a day after each was replaced', async () => {
  const made = await webhook();
  const rotate = async (): Promise<Made> =>
    (await registry.api.post(`/v1/webhooks/${made.id}/rotate-secret`).set(bearer(ada)).expect(200)).body;
  const [lost, known] = [await rotate(), await rotate()];
  const first = await sent();
  for (const each of [made, lost, known]) verified(each, first);
  const over = new Date(Date.now() - 1_000);
  await registry.database.webhook.update({ where: { id: made.id }, data: { olderSecretUntil: over } });
  const second = await sent();
  for (const each of [lost, known]) verified(each, second);
  expect(() => verified(made, second)).toThrow();
  await registry.database.webhook.update({ where: { id: made.id }, data: { previousSecretUntil: over } });
  const third = await sent();
  verified(known, third);
  expect(() => verified(lost, third)).toThrow();
});

it('finds what Redis has forgotten', async () => {
  const { id } = await webhook();
  await outbox.record(registry.database, { accountId: ada.accountId, type: 'key.revoked', data: {} });
  await flush();
  await become(id, 'delivered');
  expect(receiver.received).toHaveLength(1);
});

it('sends each event once, however many workers and jobs there are', async () => {
  const { id } = await webhook();
  const jobs: DeliveryJob[] = [];
  for (let number = 0; number < 30; number += 1) {
    jobs.push(...(await outbox.record(registry.database, { accountId: ada.accountId, type: 'key.revoked', data: { number } })));
  }
  await outbox.dispatch(jobs);
  await Promise.all(jobs.map(async (job) => queue.add('deliver', job)));
  await become(id, 'delivered');
  await eventually('no job is left', async () => {
    const left = await queue.getJobs(['waiting', 'active', 'delayed']);
    return left.every(({ data }) => data.webhook_id !== id);
  });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  expect(receiver.received).toHaveLength(30);
});

it('a slow endpoint does not delay another', async () => {
  const slow = await startReceiver();
  let open = 0;
  let mostOpen = 0;
  slow.answer = (response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
  };
  const { id: slowId } = await webhook(slow.url);
  for (let number = 0; number < 12; number += 1) await happens(number);
  await eventually('the slow one is called', () => slow.received.length > 0);
  const { id } = await webhook();
  await happens(99);
  await become(id, 'delivered');
  expect((await rows(slowId)).every(({ status }) => status === 'pending')).toBe(true);
  // Two for each worker, although earlier attempts were given up.
  expect(mostOpen).toBeGreaterThan(0);
  expect(mostOpen).toBeLessThanOrEqual(4);
  await registry.api.delete(`/v1/webhooks/${slowId}`).set(bearer(ada)).expect(204);
  await slow.close();
});

it('sends nothing to a webhook that was deleted, not even what was written at the same moment', async () => {
  const { id } = await webhook();
  const jobs = await outbox.record(registry.database, { accountId: ada.accountId, type: 'key.revoked', data: {} });
  await registry.database.webhook.update({ where: { id }, data: { deletedAt: new Date() } });
  await outbox.dispatch(jobs);
  await become(id, 'dead');
  expect(await rows(id)).toMatchObject([{ lastError: 'the webhook was deleted', lastStatus: null }]);
  expect(receiver.received).toEqual([]);
});

it('keeps no secret in Redis, and no job once it has ended', async () => {
  const made = await webhook();
  await happens();
  await become(made.id, 'delivered');
  const keys = await redis.keys('bull:webhook-deliveries:*');
  const values = await Promise.all(
    keys.map(async (key) => JSON.stringify([key, (await redis.type(key)) === 'hash' ? await redis.hgetall(key) : []])),
  );
  expect(values.join('\n')).not.toContain(made.secret.slice(6));
  expect(values.join('\n')).not.toContain((await rows(made.id))[0]?.eventId);
});

async function flush(): Promise<void> {
  const patient = openBlockingRedis(registry.environment['REDIS_URL'] ?? '', () => undefined);
  await patient.flushdb();
  patient.disconnect();
}
