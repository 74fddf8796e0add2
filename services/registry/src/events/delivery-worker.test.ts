import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, shutDown } from '@kirchhoff/platform';
import { type Receiver, startReceiver } from '../testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import type { RegistryWorkers } from '../workers.js';
import { LEADS_NOWHERE } from './sender.js';

const log = createLogger('test', 'silent');

let registry: TestRegistry;
let receiver: Receiver;
let ada: TestAccount;
/** The workers of a test, which may have ended before it. */
const workers: RegistryWorkers[] = [];
beforeAll(async () => {
  registry = await startTestRegistry({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
});
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await registry.register();
  await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: receiver.url }).expect(201);
});
afterEach(async () => {
  for (const { closing } of workers.splice(0)) await shutDown(closing, log);
  await registry.database.webhookDelivery.deleteMany();
  await registry.database.webhook.deleteMany();
  await receiver.close();
});
afterAll(async () => registry.close());

async function startWorker(more: Readonly<Record<string, string>> = {}): Promise<RegistryWorkers> {
  const worker = await registry.startWorker(more);
  workers.push(worker);
  return worker;
}

const delivery = async () => registry.database.webhookDelivery.findFirstOrThrow();

it('lets what is being sent end before it leaves, and writes it down', async () => {
  const held: ServerResponse[] = [];
  receiver.answer = (response) => held.push(response);
  const worker = await startWorker();
  await registry.publish(ada, closedCircuit());
  await eventually('it is being sent', () => receiver.received.length === 1);
  const left = shutDown(worker.closing, log);
  // A worker that did not wait for it would have left by then: it gives its queue one second to close.
  await wait(1_500);
  for (const response of held) response.writeHead(200).end();
  expect(await left).toBe('clean');
  expect(await delivery()).toMatchObject({ status: 'delivered', attempts: 1 });
});

it('leaves to another worker what takes longer than its grace', async () => {
  receiver.answer = () => undefined;
  const worker = await startWorker({ SHUTDOWN_GRACE_MILLISECONDS: '0' });
  await registry.publish(ada, closedCircuit());
  await eventually('it is being sent', () => receiver.received.length === 1);
  expect(await shutDown(worker.closing, log)).toBe('clean');
  expect(await delivery()).toMatchObject({ status: 'pending', attempts: 1 });
  await registry.database.webhookDelivery.updateMany({ data: { nextAttemptAt: new Date(Date.now() - 1_000) } });
  receiver.answer = (response) => response.writeHead(200).end();
  await startWorker();
  await eventually('it is delivered', async () => (await delivery()).status === 'delivered');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('calls only allowed networks, for any address in the row', async () => {
  await startWorker({ WEBHOOK_ALLOWED_NETWORKS: '' });
  await registry.publish(ada, closedCircuit());
  await eventually('it has failed', async () => (await delivery()).lastError !== null);
  expect(await delivery()).toMatchObject({ status: 'pending', lastStatus: null, lastError: LEADS_NOWHERE });
  expect(receiver.received).toEqual([]);
});
