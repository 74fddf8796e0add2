import { randomBytes } from 'node:crypto';
import { createLogger, shutDown, systemRandomness } from '@kirchhoff/platform';
import { Webhook } from 'standardwebhooks';
import { SEALED } from '../events/dispatcher.js';
import { operate } from '../operator/operator.fixture.js';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import type { RegistryWorkers } from '../workers.js';
import { WebhookSecrets } from './secrets.js';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const NEW = `new:${randomBytes(32).toString('base64')}`;
const LOCAL = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SCALE: '0.002' };

/** Some tests start processes. */
jest.setTimeout(240_000);

const log = createLogger('test', 'silent');

let receiver: Receiver;
/** By the keys that their HTTP side has. Each test begins with no webhook, and with no worker. */
const registries = new Map<string, TestRegistry>();
const workers: RegistryWorkers[] = [];
const processes: ServiceProcess[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(async (each) => each.stop()));
  for (const { closing } of workers.splice(0)) await shutDown(closing, log);
  for (const { database } of registries.values()) {
    await database.webhookDelivery.deleteMany();
    await database.webhook.deleteMany();
  }
  await receiver.close();
});
afterAll(async () => {
  for (const registry of registries.values()) await registry.close();
});

async function start(keys = ''): Promise<{ readonly registry: TestRegistry; readonly ada: TestAccount }> {
  const found = registries.get(keys);
  const registry = found ?? (await startTestRegistry({ ...LOCAL, ...(keys === '' ? {} : { WEBHOOK_SECRETS_KEYS: keys }) }));
  registries.set(keys, registry);
  return { registry, ada: await registry.register() };
}

/** Starts a worker that ends with the test. */
async function startWorker(registry: TestRegistry, more: Readonly<Record<string, string>> = {}): Promise<void> {
  workers.push(await registry.startWorker(more));
}

interface Made {
  readonly id: string;
  readonly secret: string;
}

async function makeWebhook(registry: TestRegistry, ada: TestAccount): Promise<Made> {
  return (await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: receiver.url }).expect(201)).body;
}

const stored = async (registry: TestRegistry) => registry.database.webhook.findFirstOrThrow();
const bytesOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
const isSignedWith = ({ body, headers }: Received, secret: string) => {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, flat);
};
const encryptSecrets = async (registry: TestRegistry, keys: string, command = 'encrypt-secrets') =>
  operate([command], { ...registry.environment, WEBHOOK_SECRETS_KEYS: keys });

it('a secret is stored encrypted, and signs as it was shown', async () => {
  const { registry, ada } = await start(OLD);
  await startWorker(registry);
  const { secret } = await makeWebhook(registry, ada);
  const row = await stored(registry);
  expect(Buffer.from(row.secret).includes(bytesOf(secret))).toBe(false);
  await registry.publish(ada, closedCircuit());
  await eventually('it is sent', () => receiver.received.length > 0);
  for (const message of receiver.received) expect(() => isSignedWith(message, secret)).not.toThrow();
});

it('a rotation under a new key: the secrets before it sign too', async () => {
  const { registry, ada } = await start(OLD);
  const first = await makeWebhook(registry, ada);
  const rotate = async () => (await registry.api.post(`/v1/webhooks/${first.id}/rotate-secret`).set(bearer(ada)).expect(200)).body.secret;
  const second: string = await rotate();
  expect((await encryptSecrets(registry, `${NEW},${OLD}`)).exit).toBe(0);
  const third: string = await rotate();
  const { secret, previousSecret, olderSecret } = await stored(registry);
  expect(
    [secret, previousSecret, olderSecret].map((each) =>
      Buffer.from(each ?? [])
        .subarray(2, 5)
        .toString(),
    ),
  ).toEqual(['old', 'new', 'new']);
  await startWorker(registry, { WEBHOOK_SECRETS_KEYS: `${NEW},${OLD}` });
  await registry.publish(ada, closedCircuit());
  await eventually('it is sent', () => receiver.received.length > 0);
  const [message] = receiver.received;
  if (message === undefined) throw new Error('nothing was received');
  for (const each of [first.secret, second, third]) expect(() => isSignedWith(message, each)).not.toThrow();
});

it.each([
  ['without the key', ''],
  ['with another key of its id', `old:${randomBytes(32).toString('base64')}`],
])('a worker %s sends nothing, loses no attempt, and warns; one with the key delivers', async (_which, keys) => {
  const { registry, ada } = await start(OLD);
  const { secret } = await makeWebhook(registry, ada);
  const shown = { HOST: '127.0.0.1', METRICS_PORT: '0' };
  const worker = await startService('worker', { ...registry.environment, ...shown, WEBHOOK_SECRETS_KEYS: keys });
  processes.push(worker);
  await registry.publish(ada, closedCircuit());
  const delivery = async () => registry.database.webhookDelivery.findFirstOrThrow();
  // Each try moves the due time.
  const dues = new Set<number>();
  await eventually('it was tried again', async () => {
    const { nextAttemptAt, lastError } = await delivery();
    if (lastError === SEALED) dues.add(nextAttemptAt.getTime());
    return dues.size >= 2;
  });
  const port = /"port":(\d+),"msg":"showing metrics"/.exec(worker.said())?.[1] ?? '';
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^kirchhoff_webhook_deliveries_total\{outcome="unsigned"\} [1-9]/m);
  expect((await delivery()).attempts).toBeLessThanOrEqual(1);
  expect(await delivery()).toMatchObject({ status: 'pending', lastError: SEALED });
  expect(receiver.received).toEqual([]);
  const warnings = worker.said().match(/the signing secret of a webhook [^"]+/g) ?? [];
  expect(warnings).toEqual([expect.stringContaining('add the key to WEBHOOK_SECRETS_KEYS')]);
  expect(worker.said()).not.toContain(bytesOf(secret).toString('base64'));
  await worker.stop();
  await startWorker(registry);
  await eventually('it is delivered', async () => (await delivery()).status === 'delivered');
  for (const message of receiver.received) expect(() => isSignedWith(message, secret)).not.toThrow();
});

it.each(['registry', 'worker'] as const)('a start of the %s warns of a key that is missing', async (program) => {
  const { registry, ada } = await start(OLD);
  const { secret } = await makeWebhook(registry, ada);
  const started = await startService(program, { ...registry.environment, WEBHOOK_SECRETS_KEYS: NEW });
  processes.push(started);
  await eventually('it has warned', () => /"key":"old"[^\n]*is encrypted with a key that is missing here/.test(started.said()));
  expect(started.said()).not.toContain(bytesOf(secret).toString('base64'));
});

describe('encrypt-secrets', () => {
  it('encrypts the rows from before, once, and says when older keys can go', async () => {
    const { registry, ada } = await start();
    const { id, secret } = await makeWebhook(registry, ada);
    await registry.api.post(`/v1/webhooks/${id}/rotate-secret`).set(bearer(ada)).expect(200);
    expect(Buffer.from((await stored(registry)).previousSecret ?? [])).toEqual(bytesOf(secret));
    expect(await encryptSecrets(registry, OLD)).toMatchObject({ exit: 0, out: expect.stringContaining('1 webhooks were written') });
    const encrypted = await stored(registry);
    expect(Buffer.from(encrypted.previousSecret ?? []).includes(bytesOf(secret))).toBe(false);
    expect(await encryptSecrets(registry, OLD)).toMatchObject({ exit: 0, out: expect.stringContaining('0 webhooks were written') });
    expect(await stored(registry)).toEqual(encrypted);
    const moved = await encryptSecrets(registry, `${NEW},${OLD}`);
    expect(moved).toMatchObject({ exit: 0, out: expect.stringContaining('Other keys can go once') });
    expect(await encryptSecrets(registry, NEW)).toMatchObject({ exit: 0 });
  });

  it('changes no row that it cannot open, and keeps the keys', async () => {
    const { registry, ada } = await start(OLD);
    const { id } = await makeWebhook(registry, ada);
    const before = await stored(registry);
    const { exit, out } = await encryptSecrets(registry, NEW);
    expect([exit, out]).toEqual([1, expect.stringContaining(`not opened: ${id}`)]);
    expect(out).toContain('1 secrets are encrypted with the key old.');
    expect(await stored(registry)).toEqual(before);
  });

  it('takes no secret for encrypted that another key of the same id has encrypted', async () => {
    const { registry, ada } = await start(OLD);
    const { id } = await makeWebhook(registry, ada);
    const before = await stored(registry);
    const { exit, out } = await encryptSecrets(registry, `old:${randomBytes(32).toString('base64')}`);
    expect([exit, out]).toEqual([1, expect.stringContaining(`not opened: ${id}`)]);
    expect(await stored(registry)).toEqual(before);
  });

  it('needs the key of an earlier secret only while it signs', async () => {
    const { registry, ada } = await start(OLD);
    const { id } = await makeWebhook(registry, ada);
    const lost = new WebhookSecrets([{ id: 'lost', bytes: randomBytes(32) }], systemRandomness);
    const previousSecret = new Uint8Array(lost.seal(id, new Uint8Array(32)));
    const previousIsOver = async (previousSecretUntil: Date) =>
      registry.database.webhook.update({ where: { id }, data: { previousSecret, previousSecretUntil } });
    await previousIsOver(new Date(Date.now() + 3_600_000));
    expect(await encryptSecrets(registry, OLD)).toMatchObject({ exit: 1, out: expect.stringContaining(`not opened: ${id}`) });
    await previousIsOver(new Date(Date.now() - 3_600_000));
    expect(await encryptSecrets(registry, `${NEW},${OLD}`)).toMatchObject({ exit: 0 });
    expect(Buffer.from((await stored(registry)).previousSecret ?? [])).toEqual(Buffer.from(previousSecret));
  });

  it('several at once, beside rotations and deletions, lose no secret', async () => {
    const { registry, ada } = await start(OLD);
    const made = await Promise.all(Array.from({ length: 8 }, async () => makeWebhook(registry, ada)));
    const latest = new Map(made.map(({ id, secret }) => [id, secret]));
    const rotations = [...latest.keys()].slice(1).map(async (id) => {
      for (let count = 0; count < 5; count += 1) {
        const { body } = await registry.api.post(`/v1/webhooks/${id}/rotate-secret`).set(bearer(ada)).expect(200);
        latest.set(id, body.secret);
      }
    });
    const deletion = registry.api.delete(`/v1/webhooks/${made[0]?.id}`).set(bearer(ada)).expect(204);
    const keys = `${NEW},${OLD}`;
    await Promise.all([...Array.from({ length: 4 }, async () => encryptSecrets(registry, keys)), ...rotations, deletion]);
    expect(await encryptSecrets(registry, keys)).toMatchObject({ exit: 0 });
    expect(await encryptSecrets(registry, NEW, 'decrypt-secrets')).toMatchObject({ exit: 0 });
    const rows = await registry.database.webhook.findMany();
    for (const { id, secret, deletedAt } of rows)
      expect(Buffer.from(secret)).toEqual(deletedAt === null ? bytesOf(latest.get(id) ?? '') : Buffer.alloc(0));
    expect(rows.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(1);
  });

  it('needs keys', async () => {
    const { registry } = await start();
    const { WEBHOOK_SECRETS_KEYS: _none, ...environment } = registry.environment;
    expect(await operate(['encrypt-secrets'], environment)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('WEBHOOK_SECRETS_KEYS'),
    });
  });
});
