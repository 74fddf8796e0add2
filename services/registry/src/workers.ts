import { join } from 'node:path';
import {
  connectRedis,
  databaseAddress,
  type Metrics,
  meterDependencies,
  meterPool,
  NO_METRICS,
  OutageLog,
  openDatabase,
  openQueue,
  openTracing,
  periodicTask,
  postgresCheck,
  type Readiness,
  readMigrations,
  redisAddress,
  redisCheck,
  SchemaReadiness,
  type ShutdownStep,
  serviceVersion,
  systemClock,
  systemRandomness,
} from '@kirchhoff/platform';
import { CERTIFICATIONS } from './certification/table.js';
import { certificationWork } from './certification/work.js';
import { DELIVERY_QUEUE, type DeliveryJob } from './events/delivery.js';
import { openDeliveryWorker } from './events/delivery-worker.js';
import { Outbox } from './events/outbox.js';
import { Retention } from './retention/retention.js';
import { retentionRules } from './retention/rules.js';
import type { RunnerLog } from './runs/runner.js';
import { lane, openRunWorker } from './runs/worker.js';
import type { WorkerSettings } from './settings.js';
import { VERIFICATIONS } from './verification/table.js';
import { verificationWork } from './verification/work.js';
import { KeyNotice, warnOfKeys } from './webhooks/key-notice.js';
import { webhookSecrets } from './webhooks/secrets.js';

export interface RegistryWorkers {
  /** Returns whether the worker is ready: Postgres answers, and its schema is new enough. */
  readonly ready: () => Promise<Readiness>;
  /** The shutdown steps, in order: take no new job, end the runs or return them to the queue, close everything. */
  readonly closing: readonly ShutdownStep[];
}

/** Opens the parts of the worker process: runs, and webhook deliveries. Postgres and Redis may still be down. */
export async function openWorkers(
  settings: WorkerSettings,
  processLog: RunnerLog,
  metrics: Metrics = NO_METRICS,
): Promise<RegistryWorkers> {
  const version = serviceVersion(join(__dirname, '..'));
  const tracing = await openTracing(settings, { service: 'kirchhoff-worker', version, log: processLog, randomness: systemRandomness });
  const log = new OutageLog({ log: processLog, clock: systemClock });
  const database = openDatabase({
    url: databaseAddress(settings),
    poolSize: settings.DATABASE_POOL_SIZE,
    pooling: settings.DATABASE_POOLING,
    applicationName: 'kirchhoff-worker',
  });
  log.watch('postgres', postgresCheck(database));
  const schema = new SchemaReadiness(database, await readMigrations(), log);
  void schema.askAtStart();
  const redis = await connectRedis(redisAddress(settings), log, (sender) => log.watch('redis', redisCheck(sender)));
  meterPool(metrics, database);
  meterDependencies(metrics, { postgres: postgresCheck(database), redis: redisCheck(redis.sender) });
  const queue = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender);
  const outbox = new Outbox({ queue, clock: systemClock, randomness: systemRandomness });
  const certifying = lane({ table: CERTIFICATIONS, work: (engine) => certificationWork(engine, { outbox, clock: systemClock, metrics }) });
  const verifying = lane({ table: VERIFICATIONS, work: verificationWork });
  const running = await openRunWorker({ database, redis, outbox, settings, log, metrics, tracing }, [certifying, verifying]);
  const secrets = webhookSecrets(settings, systemRandomness);
  const notice = new KeyNotice(log);
  void warnOfKeys(database, secrets, notice, log);
  const delivering = openDeliveryWorker({ database, redis, queue, settings, version, secrets, notice, log, metrics, tracing });
  const retention = new Retention({ database, rules: retentionRules(settings) });
  const deleting = periodicTask({
    intervalMilliseconds: settings.RETENTION_INTERVAL_MILLISECONDS,
    run: async (stopping) => {
      const gone = await retention.sweep(stopping);
      if (gone.size > 0) log.info({ rows: Object.fromEntries(gone) }, 'deleted expired rows');
    },
    failed: (error) => log.warn({ err: error }, 'deleting expired rows failed; it is tried again'),
  });
  return {
    ready: async () => schema.ask(),
    closing: [
      { name: 'retention', run: async () => deleting.stop() },
      { name: 'no more deliveries', run: async () => delivering.leave() },
      ...running,
      { name: 'deliveries', run: async () => delivering.ended() },
      { name: 'queue of deliveries', run: async () => queue.close() },
      { name: 'outages', run: async () => log.stop() },
      { name: 'redis', run: async () => redis.close() },
      { name: 'database', run: async () => database.$disconnect() },
      { name: 'traces', run: async () => tracing?.close() },
    ],
  };
}
