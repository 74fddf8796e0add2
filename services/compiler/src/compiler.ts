import {
  createEngineBudget,
  openService,
  periodicTask,
  type Route,
  type Service,
  type ServiceContext,
  type ServiceOptions,
  StorageRoom,
  storageLimits,
} from '@kirchhoff/platform';
import { CompiledPolicies } from './check/compiled-policies.js';
import { PolicyHeads } from './check/policy-heads.js';
import { CheckRepository } from './check/repository.js';
import { PolicyChecks } from './check/service.js';
import { DecisionLog } from './decisions/decision-log.js';
import { LogRepository } from './decisions/log-repository.js';
import { CompilerEngine } from './engine/engine.js';
import { ABOUT } from './home/page.js';
import { keyStoreWithTimeout } from './keys/key-store-with-timeout.js';
import { openRequestLimit } from './limits.js';
import { followChanges } from './policies/changes.js';
import { compilerRoutes } from './routes.js';
import type { CompilerSettings } from './settings.js';

const SECOND = 1_000;
/** Interval at which the heads of policies are refreshed: short enough that usually no check has to read one. */
const REFRESH_MILLISECONDS = 2_000;

export interface CompilerOptions extends Pick<ServiceOptions, 'version' | 'log' | 'clock' | 'metrics'> {
  readonly settings: CompilerSettings;
}

/** Opens everything that the compiler needs. It works before Postgres and Redis are available. */
export async function openCompiler({ settings, ...options }: CompilerOptions): Promise<Service> {
  const service = { name: 'compiler', about: ABOUT, keyStore: keyStoreWithTimeout, settings, ...options };
  return openService(service, async (foundation) => routesOn(foundation, settings));
}

async function routesOn(foundation: ServiceContext, settings: CompilerSettings): Promise<readonly Route[]> {
  const { opened, addLine, database, redis, clock, randomness, turns, log, metrics } = foundation;
  const graceMilliseconds = settings.AUTH_GRACE_SECONDS * SECOND;
  const engine = opened.add('engine', openEngine(settings, foundation), async (each) => each.close());
  addLine(engine);
  const repository = new CheckRepository(database);
  const heads = new PolicyHeads({ repository, clock, graceMilliseconds, metrics });
  const changed = (policyId: string) => heads.forget(policyId);
  await Promise.all([followChanges(redis.messages, changed), engine.warm()]);
  const refresh = periodicTask({
    intervalMilliseconds: REFRESH_MILLISECONDS,
    run: async () => heads.refresh(),
    failed: (error) => log.error({ err: error }, 'policies could not be refreshed'),
  });
  opened.add('refresh', refresh, async (each) => each.stop());
  const room = new StorageRoom(storageLimits(settings));
  const logs = new LogRepository(database, room);
  const decisionLog = opened.add('decisions', new DecisionLog({ repository: logs, log, metrics }), async (each) => each.close());
  const sweep = periodicTask({
    intervalMilliseconds: settings.RETENTION_INTERVAL_MILLISECONDS,
    run: async (stopping) => void (await logs.sweep(stopping)),
    failed: (error) => log.error({ err: error }, 'expired decisions could not be deleted'),
  });
  opened.add('retention', sweep, async (each) => each.stop());
  return compilerRoutes({
    ...foundation,
    redis: redis.sender,
    messages: redis.messages,
    engine,
    heads,
    checks: new PolicyChecks({
      heads,
      loaded: new CompiledPolicies({ repository, engine, metrics }),
      engine,
      clock,
      turns,
      randomness,
      log: decisionLog,
      metrics,
    }),
    decisionLog,
    changed,
    requests: openRequestLimit(settings.REQUESTS_PER_MINUTE, redis.sender, clock),
    budget: createEngineBudget({ stepsPerMinute: settings.ENGINE_STEPS_PER_MINUTE, redis: redis.sender, clock }),
    room,
    graceMilliseconds,
    addresses: { here: settings.COMPILER_URL?.replace(/\/+$/, ''), other: settings.REGISTRY_URL },
  });
}

function openEngine(settings: CompilerSettings, { log, metrics }: Pick<ServiceContext, 'log' | 'metrics'>): CompilerEngine {
  return new CompilerEngine({
    threads: settings.ENGINE_THREADS,
    queueLimit: settings.ENGINE_QUEUE_LIMIT,
    queueLimitOfAccount: settings.ENGINE_QUEUE_PER_ACCOUNT,
    waitMilliseconds: settings.ENGINE_WAIT_MILLISECONDS,
    guardMilliseconds: settings.ENGINE_GUARD_MILLISECONDS,
    log,
    metrics,
  });
}
