import {
  connectRedis,
  createApplication,
  databaseIdempotencyStore,
  databaseKeyStore,
  describeService,
  type OpenApiDocument,
  openDatabase,
  openKeyVerification,
  openQueue,
  readMigrations,
  requestLog,
  type ShutdownStep,
  schemaIsCurrent,
  systemClock,
  systemRandomness,
} from '@kirchhoff/platform';
import { Completions } from './certification/completions.js';
import { CERTIFICATION_QUEUE, type CertificationJob } from './certification/job.js';
import { Engine, type EngineLog } from './engine/engine.js';
import { AddressPolicy } from './events/address-policy.js';
import { DELIVERY_QUEUE, type DeliveryJob } from './events/delivery-job.js';
import { Outbox } from './events/outbox.js';
import { ABOUT } from './home/about.js';
import { openLimits } from './limits.js';
import { registryRoutes } from './routes.js';
import type { HttpSettings } from './settings.js';

export interface RegistryOptions {
  readonly settings: HttpSettings;
  readonly version: string;
  readonly log: Parameters<typeof requestLog>[0];
}

/** The HTTP side of the registry, ready to be served. */
export interface Registry {
  readonly application: ReturnType<typeof createApplication>;
  /** What it serves, in OpenAPI. */
  readonly description: OpenApiDocument;
  /** Says no to `/readyz` from now on. */
  beginShutdown(): void;
  /** What has to be closed once the last request is answered. */
  readonly closing: readonly ShutdownStep[];
}

/** Opens everything that the registry's HTTP process needs. Neither Postgres nor Redis has to be there yet. */
export async function openRegistry({ settings, version, log }: RegistryOptions): Promise<Registry> {
  const clock = systemClock;
  const randomness = systemRandomness;
  const migrations = await readMigrations();
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'kirchhoff-registry',
  });
  const redis = await connectRedis(settings.REDIS_URL, log);
  const queue = openQueue<CertificationJob>(CERTIFICATION_QUEUE, redis.sender);
  const deliveries = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender);
  const engine = openEngine(settings, log);
  const completions = new Completions();
  const opening = openKeyVerification({
    store: databaseKeyStore(database),
    database,
    redis,
    unknownKeysPerMinute: settings.UNKNOWN_KEYS_PER_MINUTE,
    clock,
    randomness,
    log,
  });
  const [keyVerification] = await Promise.all([opening, completions.follow(redis.messages), engine.warm()]);
  let leaving = false;
  const own = registryRoutes({
    version,
    database,
    redis: redis.sender,
    messages: redis.messages,
    queue,
    outbox: new Outbox({ queue: deliveries, clock, randomness }),
    policy: new AddressPolicy(settings.WEBHOOK_ALLOWED_NETWORKS),
    engine,
    completions,
    revocations: keyVerification.revocations,
    limits: openLimits(settings, redis.sender, clock),
    clock,
    randomness,
    publicUrl: settings.PUBLIC_URL ?? '',
    waitMilliseconds: settings.CERTIFY_WAIT_MILLISECONDS,
    ready: async () => !leaving && schemaIsCurrent(database, migrations),
  });
  const { routes, description } = describeService({ service: 'registry', version, description: ABOUT }, own);
  const { authenticator } = keyVerification;
  return {
    application: createApplication({
      routes,
      authenticator,
      log: requestLog(log),
      clock,
      randomness,
      trustProxy: settings.TRUST_PROXY,
      idempotency: databaseIdempotencyStore(database, randomness),
    }),
    description,
    beginShutdown: () => {
      leaving = true;
    },
    closing: [
      { name: 'engine', run: async () => engine.close() },
      { name: 'queues', run: async () => Promise.all([queue.close(), deliveries.close()]) },
      ...keyVerification.closing,
      { name: 'redis', run: async () => redis.close() },
      { name: 'database', run: async () => database.$disconnect() },
    ],
  };
}

function openEngine(settings: HttpSettings, log: EngineLog): Engine {
  return new Engine({
    threads: settings.ENGINE_THREADS,
    queueLimit: settings.ENGINE_QUEUE_LIMIT,
    guardMilliseconds: settings.ENGINE_GUARD_MILLISECONDS,
    log,
  });
}
