import {
  type Clock,
  connectRedis,
  createApplication,
  createEngineBudget,
  databaseIdempotencyStore,
  databaseKeyStore,
  describeService,
  type OpenApiDocument,
  openDatabase,
  openKeyVerification,
  readMigrations,
  requestLog,
  type ShutdownStep,
  schemaIsCurrent,
  systemClock,
  systemRandomness,
} from '@kirchhoff/platform';
import { LoadedPolicies } from './check/loaded-policies.js';
import { refreshing } from './check/refreshing.js';
import { CheckRepository } from './check/repository.js';
import { Checks } from './check/service.js';
import { Standings } from './check/standings.js';
import { Engine, type EngineLog } from './engine/engine.js';
import { ABOUT } from './home/about.js';
import { impatientKeyStore } from './keys/impatient-key-store.js';
import { openRequestLimit } from './limits.js';
import { followChanges } from './policies/changes.js';
import { compilerRoutes } from './routes.js';
import type { CompilerSettings } from './settings.js';

const SECOND = 1_000;

export interface CompilerOptions {
  readonly settings: CompilerSettings;
  readonly version: string;
  readonly log: Parameters<typeof requestLog>[0];
  /** The machine's own unless said. */
  readonly clock?: Clock;
}

/** The compiler, ready to be served. */
export interface Compiler {
  readonly application: ReturnType<typeof createApplication>;
  /** What it serves, in OpenAPI. */
  readonly description: OpenApiDocument;
  /** Says no to `/readyz` from now on. */
  beginShutdown(): void;
  /** What has to be closed once the last request is answered. */
  readonly closing: readonly ShutdownStep[];
}

/** Opens everything that the compiler needs. Neither Postgres nor Redis has to be there yet. */
export async function openCompiler({ settings, version, log, clock = systemClock }: CompilerOptions): Promise<Compiler> {
  const randomness = systemRandomness;
  const graceMilliseconds = settings.AUTH_GRACE_SECONDS * SECOND;
  const migrations = await readMigrations();
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'kirchhoff-compiler',
  });
  const redis = await connectRedis(settings.REDIS_URL, log);
  const engine = openEngine(settings, log);
  const repository = new CheckRepository(database);
  const standings = new Standings({ repository, clock, graceMilliseconds });
  const changed = (policyId: string) => standings.forget(policyId);
  const opening = openKeyVerification({
    store: impatientKeyStore(databaseKeyStore(database), clock),
    database,
    redis,
    unknownKeysPerMinute: settings.UNKNOWN_KEYS_PER_MINUTE,
    clock,
    randomness,
    log,
  });
  const [keyVerification] = await Promise.all([opening, followChanges(redis.messages, changed), engine.warm()]);
  const refresh = refreshing(
    async () => standings.refresh(),
    (error) => log.error({ err: error }, 'policies could not be looked at again'),
  );
  let leaving = false;
  const own = compilerRoutes({
    version,
    database,
    redis: redis.sender,
    messages: redis.messages,
    engine,
    checks: new Checks({ standings, loaded: new LoadedPolicies({ repository, engine }), engine, clock, randomness }),
    changed,
    requests: openRequestLimit(settings.REQUESTS_PER_MINUTE, redis.sender, clock),
    budget: createEngineBudget({ stepsPerMinute: settings.ENGINE_STEPS_PER_MINUTE, redis: redis.sender, clock }),
    clock,
    randomness,
    graceMilliseconds,
    ready: async () => !leaving && schemaIsCurrent(database, migrations),
  });
  const { routes, description } = describeService({ service: 'compiler', version, description: ABOUT }, own);
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
      { name: 'refresh', run: async () => refresh.stop() },
      { name: 'engine', run: async () => engine.close() },
      ...keyVerification.closing,
      { name: 'redis', run: async () => redis.close() },
      { name: 'database', run: async () => database.$disconnect() },
    ],
  };
}

function openEngine(settings: CompilerSettings, log: EngineLog): Engine {
  return new Engine({
    threads: settings.ENGINE_THREADS,
    queueLimit: settings.ENGINE_QUEUE_LIMIT,
    guardMilliseconds: settings.ENGINE_GUARD_MILLISECONDS,
    log,
  });
}
