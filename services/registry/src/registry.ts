import {
  DailyQuotas,
  dailyLimits,
  databaseAddress,
  openQueue,
  openService,
  Replica,
  type Route,
  type Service,
  type ServiceContext,
  type ServiceOptions,
  StorageRoom,
  storageLimits,
} from '@kirchhoff/platform';
import { CERTIFICATIONS } from './certification/table.js';
import { RegistryEngine } from './engine/engine.js';
import { AddressPolicy } from './events/address-policy.js';
import { DELIVERY_QUEUE, type DeliveryJob } from './events/delivery.js';
import { Outbox } from './events/outbox.js';
import { PAGE } from './explorer/page.js';
import { ABOUT } from './home/about.js';
import { openLimits } from './limits.js';
import { registryRoutes } from './routes.js';
import { Completions } from './runs/completions.js';
import { RUN_QUEUES, type RunJob } from './runs/job.js';
import { RunRepository } from './runs/repository.js';
import { meterBacklog } from './runs/run-metrics.js';
import type { HttpSettings } from './settings.js';
import { VERIFICATIONS } from './verification/table.js';
import { KeyNotice, warnOfKeys } from './webhooks/key-notice.js';
import { webhookSecrets } from './webhooks/secrets.js';
import { WriteLimiter } from './writes/write-limiter.js';

export interface RegistryOptions extends Pick<ServiceOptions, 'version' | 'log' | 'metrics'> {
  readonly settings: HttpSettings;
}

/** Opens all dependencies of the registry's HTTP process. Postgres and Redis may still be down. */
export async function openRegistry({ settings, ...options }: RegistryOptions): Promise<Service> {
  return openService({ name: 'registry', about: ABOUT, unroutedPage: PAGE.problemPage, settings, ...options }, async (foundation) =>
    routesOn(foundation, settings),
  );
}

async function routesOn(foundation: ServiceContext, settings: HttpSettings): Promise<readonly Route[]> {
  const { opened, addLine, database, redis, clock, randomness, metrics } = foundation;
  const queueOf = (name: string) => opened.add(name, openQueue<RunJob>(name, redis.sender), async (each) => each.close());
  const queues = { certification: queueOf(RUN_QUEUES.certification), verification: queueOf(RUN_QUEUES.verification) };
  const deliveries = opened.add('deliveries', openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender), async (each) => each.close());
  const engine = opened.add('engine', openEngine(settings, foundation), async (each) => each.close());
  meterBacklog(metrics, new RunRepository(database, CERTIFICATIONS), foundation.log);
  meterBacklog(metrics, new RunRepository(database, VERIFICATIONS), foundation.log);
  const writes = new WriteLimiter(settings.DATABASE_POOL_SIZE);
  addLine(engine);
  addLine(writes);
  const completions = new Completions();
  addLine(completions);
  const replica = openReplica(foundation, settings);
  await Promise.all([completions.follow(redis.messages), engine.warm().then(async () => engine.warmDrawing())]);
  const secrets = webhookSecrets(settings, randomness);
  void warnOfKeys(database, secrets, new KeyNotice(foundation.log), foundation.log);
  return registryRoutes({
    ...foundation,
    redis: redis.sender,
    messages: redis.messages,
    queues,
    outbox: new Outbox({ queue: deliveries, clock, randomness }),
    policy: new AddressPolicy(settings.WEBHOOK_ALLOWED_NETWORKS, settings.WEBHOOK_PORTS),
    secrets,
    engine,
    writes,
    room: new StorageRoom(storageLimits(settings)),
    quotas: new DailyQuotas(dailyLimits(settings)),
    completions,
    replica,
    limits: openLimits(settings, redis.sender, clock),
    publicUrl: settings.PUBLIC_URL ?? '',
    anonymousLists: Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE / 2)),
    searchesAtOnce: settings.SEARCHES_AT_ONCE,
    registration: { isOpen: settings.REGISTRATION === 'open', tier: settings.DEFAULT_TIER },
    addresses: { here: settings.PUBLIC_URL, other: settings.COMPILER_URL },
    waitMilliseconds: settings.RUN_WAIT_MILLISECONDS,
  });
}

/** Returns `undefined` if no replica is set. */
function openReplica({ opened, database, clock, log }: ServiceContext, settings: HttpSettings): Replica | undefined {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize, DATABASE_POOLING: pooling } = settings;
  if (url === undefined) return undefined;
  const address = databaseAddress({ ...settings, DATABASE_URL: url });
  const connection = { url: address, poolSize, pooling, applicationName: 'kirchhoff-registry' };
  const maxLagMilliseconds = settings.DATABASE_REPLICA_MAX_LAG_MILLISECONDS;
  return opened.add('replica', new Replica(database, { connection, maxLagMilliseconds, clock, log }), async (each) => each.close());
}

function openEngine(settings: HttpSettings, { log, metrics }: Pick<ServiceContext, 'log' | 'metrics'>): RegistryEngine {
  return new RegistryEngine({
    threads: settings.ENGINE_THREADS,
    queueLimit: settings.ENGINE_QUEUE_LIMIT,
    queueLimitOfAccount: settings.ENGINE_QUEUE_PER_ACCOUNT,
    waitMilliseconds: settings.ENGINE_WAIT_MILLISECONDS,
    guardMilliseconds: settings.ENGINE_GUARD_MILLISECONDS,
    log,
    metrics,
  });
}
