import { connectRedis, openDatabase, openQueue, type ShutdownStep, systemClock, systemRandomness } from '@kirchhoff/platform';
import type { RunnerLog } from './certification/runner.js';
import { openCertificationWorker } from './certification/worker.js';
import { DELIVERY_QUEUE, type DeliveryJob } from './events/delivery-job.js';
import { Outbox } from './events/outbox.js';
import type { WorkerSettings } from './settings.js';

export interface RegistryWorkers {
  /** In order: no new job, what is going ended or given back, everything closed. */
  readonly closing: readonly ShutdownStep[];
}

/** Opens what the worker process does: it certifies. Neither Postgres nor Redis has to be there yet. */
export async function openWorkers(settings: WorkerSettings, log: RunnerLog): Promise<RegistryWorkers> {
  const database = openDatabase({ url: settings.DATABASE_URL, poolSize: settings.DATABASE_POOL_SIZE, applicationName: 'kirchhoff-worker' });
  const redis = await connectRedis(settings.REDIS_URL, log);
  const deliveries = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender);
  const outbox = new Outbox({ queue: deliveries, clock: systemClock, randomness: systemRandomness });
  const certifying = await openCertificationWorker({ database, redis, outbox, settings, log });
  return {
    closing: [
      ...certifying,
      { name: 'deliveries', run: async () => deliveries.close() },
      { name: 'redis', run: async () => redis.close() },
      { name: 'database', run: async () => database.$disconnect() },
    ],
  };
}
