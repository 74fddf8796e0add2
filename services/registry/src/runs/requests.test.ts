import { connectRedis, DailyQuotas, makeIdentifier, openQueue, shareOf, systemClock, systemRandomness } from '@kirchhoff/platform';
import { CircuitLookup } from '../circuits/lookup.js';
import { readCircuits } from '../circuits/repository.js';
import { eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { VERIFICATIONS } from '../verification/table.js';
import { WriteLimiter } from '../writes/write-limiter.js';
import { Completions } from './completions.js';
import { RUN_QUEUES, type RunJob } from './job.js';
import { writeCertification } from './kinds.fixture.js';
import { RunRepository } from './repository.js';
import { type RunRequest, RunRequests } from './requests.js';

/** Unlimited quotas of each kind. */
const QUOTAS = new DailyQuotas({
  free: { certification: null, verification: null },
  pro: { certification: null, verification: null },
});

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => registry.close());

/** Creates the verification requests of a registry without a worker. */
async function open(waitMilliseconds: number) {
  const { database } = registry;
  const redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', { warn: () => undefined });
  const queues = {
    certification: openQueue<RunJob>(RUN_QUEUES.certification, redis.sender),
    verification: openQueue<RunJob>(RUN_QUEUES.verification, redis.sender),
  };
  const circuits = new CircuitLookup(async (id) => (await readCircuits(database, [id])).get(id));
  const completions = new Completions();
  const parts = {
    circuits,
    completions,
    writes: new WriteLimiter(2),
    quotas: QUOTAS,
    queues,
    queueIsThere: () => true,
    clock: systemClock,
    waitMilliseconds,
  };
  const close = async () => {
    await Promise.all(Object.values(queues).map(async (queue) => queue.close()));
    redis.close();
  };
  return { parts, completions, runs: new RunRepository(database, VERIFICATIONS), close };
}

const asking = (ada: TestAccount, pid: string, asynchronous: boolean): RunRequest => ({
  pid,
  accountId: ada.accountId,
  keyId: ada.keyId,
  requestId: 'r',
  traceparent: '',
  share: shareOf({ accountId: ada.accountId, tier: 'free' }, '192.0.2.1'),
  newIdentifier: (kind) => makeIdentifier(kind, systemRandomness),
  asynchronous,
  isRepeatable: false,
  signal: new AbortController().signal,
});

it('takes on what can be asked for by the time that its refusal is looked up', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const { parts, runs, close } = await open(0);
  let looked = 0;
  // A certification closes between the statement that finds no certification and the look-up of the reason.
  const refusal = async () => {
    looked += 1;
    await writeCertification(registry, ada, pid);
    return undefined;
  };
  const requested = await new RunRequests(parts, { runs, refusal }).request(asking(ada, pid, true));
  expect({ looked, kind: requested.kind }).toEqual({ looked: 1, kind: 'requested' });
  await close();
});

it('who waits when the process stops is told how far the run has come, and so is who comes then', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit(1));
  await writeCertification(registry, ada, pid);
  const { parts, completions, runs, close } = await open(600_000);
  const requests = new RunRequests(parts, { runs, refusal: async () => undefined });
  const waiting = requests.request(asking(ada, pid, false));
  await eventually(
    'the run is taken on',
    async () => (await registry.database.verification.count({ where: { accountId: ada.accountId, status: 'queued' } })) === 1,
  );
  completions.drain();
  expect(await waiting).toMatchObject({ kind: 'requested', progress: { status: 'queued' } });
  expect(await requests.request(asking(ada, pid, false))).toMatchObject({ kind: 'requested', progress: { status: 'queued' } });
  await close();
});
