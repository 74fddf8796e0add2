import type { Certification } from '@kirchhoff/coherence';
import { certify, read } from '@kirchhoff/coherence';
import { type Database, openDatabase, openQueue, openRedis, systemClock, systemRandomness } from '@kirchhoff/platform';
import { DELIVERY_QUEUE, type DeliveryJob } from '../../events/delivery.js';
import { Outbox } from '../../events/outbox.js';
import { startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../../testing/sources.fixture.js';
import { CandidateRepository, type RecheckCandidate } from './candidates.js';
import { RecheckRepository } from './decisions.js';

let registry: TestRegistry;
let ada: TestAccount;
let database: Database;
let close: () => Promise<void>;
let decisions: RecheckRepository;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
  ada = await registry.register();
  const redis = openRedis(registry.environment['REDIS_URL'] ?? '', () => undefined);
  const queue = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis);
  database = openDatabase({ url: registry.environment['DATABASE_URL'] ?? '', poolSize: 4, applicationName: 'test' });
  const outbox = new Outbox({ queue, clock: systemClock, randomness: systemRandomness });
  decisions = new RecheckRepository({ database, outbox, randomness: systemRandomness });
  close = async () => {
    await queue.close();
    redis.disconnect();
    await database.$disconnect();
  };
});
afterAll(async () => {
  await close();
  await registry.close();
});

function open(): Certification {
  const reading = read(OPEN_CIRCUIT);
  if (!reading.ok) throw new Error('this is read');
  return certify(reading.program);
}

async function onlyCandidate(): Promise<RecheckCandidate> {
  const { value } = await new CandidateRepository(database).all('>=0.0.0', '').next();
  return value;
}

const decision = () => ({ engineVersion: '9.9.9', certification: open(), decidedAt: new Date() });

it('never writes over a certification that decided meanwhile, and of two at once writes one', async () => {
  const pid = await registry.publish(ada, closedCircuit());
  await registry.certify(ada, pid);
  const candidate = await onlyCandidate();
  await registry.certify(ada, pid);
  expect(await decisions.write(candidate, decision())).toBe(false);
  expect(await database.circuitVersion.findMany({ where: { circuitId: pid } })).toMatchObject([{ certified: true }]);
  expect(await database.certification.count({ where: { engineVersion: '9.9.9' } })).toBe(0);
  const current = await onlyCandidate();
  const written = await Promise.all([decisions.write(current, decision()), decisions.write(current, decision())]);
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await database.certification.count({ where: { engineVersion: '9.9.9' } })).toBe(1);
});
