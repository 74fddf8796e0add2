import { connectRedis, makeIdentifier, openQueue, shareOf, systemClock, systemRandomness } from '@kirchhoff/platform';
import { CircuitLookup } from '../circuits/lookup.js';
import { readCircuits } from '../circuits/repository.js';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { VERIFICATIONS } from '../verification/table.js';
import { WriteLine } from '../writes/write-line.js';
import { Completions } from './completions.js';
import { RUN_QUEUES, type RunJob } from './job.js';
import { writeCertification } from './kinds.fixture.js';
import { RunRepository } from './repository.js';
import { RunRequests } from './requests.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => registry.close());

it('takes on what can be asked for by the time that its refusal is looked up', async () => {
  const { database } = registry;
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', { warn: () => undefined });
  const queues = {
    certification: openQueue<RunJob>(RUN_QUEUES.certification, redis.sender),
    verification: openQueue<RunJob>(RUN_QUEUES.verification, redis.sender),
  };
  const circuits = new CircuitLookup(async (id) => (await readCircuits(database, [id])).get(id));
  const parts = {
    circuits,
    completions: new Completions(),
    writes: new WriteLine(2),
    queues,
    queueIsThere: () => true,
    clock: systemClock,
    waitMilliseconds: 0,
  };
  let looked = 0;
  // A certification closes between the statement that found none and the look-up of why.
  const refusal = async () => {
    looked += 1;
    await writeCertification(registry, ada, pid);
    return undefined;
  };
  const requests = new RunRequests(parts, { runs: new RunRepository(database, VERIFICATIONS), refusal });
  const requested = await requests.request({
    pid,
    accountId: ada.accountId,
    keyId: ada.keyId,
    requestId: 'r',
    traceparent: '',
    share: shareOf({ accountId: ada.accountId, tier: 'free' }, '192.0.2.1'),
    newIdentifier: (kind) => makeIdentifier(kind, systemRandomness),
    asynchronous: true,
    signal: new AbortController().signal,
  });
  expect({ looked, kind: requested.kind }).toEqual({ looked: 1, kind: 'requested' });
  await Promise.all(Object.values(queues).map(async (queue) => queue.close()));
  redis.close();
});
