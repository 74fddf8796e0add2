import { connectRedis, openQueue, systemClock, systemRandomness } from '@kirchhoff/platform';
import { DELIVERY_QUEUE, type DeliveryJob } from '../events/delivery-job.js';
import { Outbox } from '../events/outbox.js';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { type ToCheck, VERIFICATIONS, type VerificationEnd } from '../verification/table.js';
import { RUN_QUEUES, type RunJob } from './job.js';
import { KINDS, rowOf } from './kinds.fixture.js';
import { RunRepository } from './repository.js';
import { Runner, type RunWork } from './runner.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0' });
});
afterAll(async () => registry.close());

const verification = KINDS.find(({ kind }) => kind === 'verification');

it('leaves a run to the worker that has leased it under the same attempt', async () => {
  if (verification === undefined) throw new Error('no kind of verifications');
  const ada = await registry.register();
  const pid = await verification.prepare(registry, ada, closedCircuit());
  const { body } = await verification.ask(registry, ada, pid);
  const job: RunJob = { run_id: String(body[verification.member]), attempt: 1 };
  const runs = new RunRepository(registry.database, VERIFICATIONS);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', log);
  const queue = openQueue<RunJob>(RUN_QUEUES.verification, redis.sender);
  const deliveries = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender);
  const outbox = new Outbox({ queue: deliveries, clock: systemClock, randomness: systemRandomness });
  // Goes on until it is told that the run is another worker's, which takes it in the meantime.
  const work: RunWork<ToCheck, VerificationEnd> = async (_id, _begun, signal) => {
    expect(await runs.lease(job, 60_000)).toBe(true);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    return { kind: 'gone' };
  };
  const runner = new Runner({ runs, work, queue, messages: redis.messages, outbox, log, leaseMilliseconds: 60_000 });
  await runner.run(job, false);
  expect(await rowOf(registry, verification, job.run_id)).toMatchObject({ status: 'running', attempt: 1 });
  expect(await runs.renew(job, 60_000)).toBe(true);
  await Promise.all([queue.close(), deliveries.close()]);
  redis.close();
});
