import { type Database, makeIdentifier, openDatabase, systemRandomness } from '@kirchhoff/platform';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { AttemptRepository, type ClaimedAttempt } from './attempt-repository.js';
import type { DeliveryJob } from './delivery.js';

let own: TestDatabase;
let database: Database;
let attempts: AttemptRepository;
const webhookId = makeIdentifier('webhook', systemRandomness);
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase({ url: own.url, poolSize: 8, applicationName: 'test' });
  attempts = new AttemptRepository(database);
  const account = await database.account.create({
    data: { id: makeIdentifier('account', systemRandomness), email: 'a@b.example', name: 'a' },
  });
  await database.webhook.create({
    data: {
      id: webhookId,
      accountId: account.id,
      url: 'https://hooks.example.com',
      description: '',
      events: [],
      secret: new Uint8Array([1]),
    },
  });
});
afterAll(async () => {
  await database.$disconnect();
  await own.drop();
});

/** Inserts a delivery that has been due for this many milliseconds. */
async function due(since = 0): Promise<DeliveryJob> {
  const nextAttemptAt = new Date(Date.now() - since);
  const row = await database.webhookDelivery.create({
    data: {
      webhookId,
      eventId: makeIdentifier('event', systemRandomness),
      eventType: 'key.revoked',
      payload: new Uint8Array([7]),
      nextAttemptAt,
    },
  });
  return { webhook_id: webhookId, event_id: row.eventId, due: nextAttemptAt.getTime() };
}

async function claimed(job: DeliveryJob, lease = 60_000): Promise<ClaimedAttempt> {
  const attempt = await attempts.claim(job, lease);
  if (attempt === undefined) throw new Error('the attempt was not free');
  return attempt;
}

const row = async ({ event_id: eventId }: DeliveryJob) => database.webhookDelivery.findFirstOrThrow({ where: { eventId } });

it('gives an attempt to one worker only, and counts it', async () => {
  const job = await due();
  const claims = await Promise.all(Array.from({ length: 5 }, async () => attempts.claim(job, 60_000)));
  expect(claims.filter((claim) => claim !== undefined)).toMatchObject([
    { attempts: 1, payload: new Uint8Array([7]), sealedSecrets: [new Uint8Array([1])] },
  ]);
});

it('gives no attempt to a job of another moment', async () => {
  const job = await due();
  expect(await attempts.claim({ ...job, due: job.due + 1 }, 60_000)).toBeUndefined();
  await attempts.conclude(await claimed(job), { kind: 'delivered', status: 200 });
  expect(await attempts.claim(job, 60_000)).toBeUndefined();
});

it('names the next attempt of what has failed: that moment and no other is its job', async () => {
  const job = await due();
  const next = await attempts.conclude(await claimed(job), { kind: 'again', status: 500, error: 'no', delayMilliseconds: 5_000 });
  expect((next?.due ?? 0) - Date.now()).toBeGreaterThan(3_000);
  if (next === undefined) throw new Error('there is no next attempt');
  expect(await claimed(next)).toMatchObject({ attempts: 2 });
});

it('names none where the delivery has ended', async () => {
  expect(await attempts.conclude(await claimed(await due()), { kind: 'delivered', status: 204 })).toBeUndefined();
  expect(await attempts.conclude(await claimed(await due()), { kind: 'dead', status: null, error: 'no' })).toBeUndefined();
});

it('lets a worker that lost its lease conclude nothing', async () => {
  const job = await due();
  const first = await claimed(job, 0);
  const second = await claimed(first.job);
  expect(await attempts.conclude(first, { kind: 'dead', status: 500, error: 'too late' })).toBeUndefined();
  expect(await row(job)).toMatchObject({ status: 'pending', lastError: null });
  await attempts.conclude(second, { kind: 'delivered', status: 200 });
  expect(await row(job)).toMatchObject({ status: 'delivered', attempts: 2 });
});

it('finds what is overdue: never sent, or left by a worker that died, and nothing else', async () => {
  await database.webhookDelivery.deleteMany();
  const [never, left, ended] = [await due(60_000), await due(), await due(60_000)];
  await due();
  await due(-60_000);
  await attempts.conclude(await claimed(ended), { kind: 'delivered', status: 200 });
  const { job } = await claimed(left, -30_000);
  expect(await attempts.overdue(0, 10_000, 10)).toEqual([never, job]);
  expect(await attempts.overdue(never.due, 10_000, 10)).toEqual([job]);
  expect(await attempts.overdue(0, 10_000, 1)).toEqual([never]);
});
