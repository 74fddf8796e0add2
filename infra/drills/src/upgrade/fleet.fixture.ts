import { eventually } from '../harness/programs.js';
import { type Environment, type ServiceName, type ServiceProcess, startService } from '../harness/services.js';
import type { PostgresServer, RedisServer } from '../harness/stores.js';
import type { Router } from './router.fixture.js';

/** Limits that no client of the drill meets, on a machine however busy; a drain that is longer than the router's probes. */
const SETTINGS = {
  ENGINE_THREADS: '1',
  ENGINE_GUARD_MILLISECONDS: '600000',
  DEFAULT_TIER: 'pro',
  ENGINE_WAIT_MILLISECONDS: '600000',
  REQUESTS_PER_MINUTE: '1000000',
  PUBLISH_PER_MINUTE: '1000000',
  REGISTER_PER_MINUTE: '1000000',
  UNKNOWN_KEYS_PER_MINUTE: '1000000',
  ENGINE_STEPS_PER_MINUTE: '1000000000',
  RENDERING_STEPS_PER_MINUTE: '1000000000',
  SHUTDOWN_DRAIN_MILLISECONDS: '4000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_RETRY_SCALE: '0',
};

let databases = 0;

/** Creates an empty database, and returns the environment of processes on it; their Redis database is their own too. */
export async function environmentOn(postgres: PostgresServer, redis: RedisServer): Promise<Environment> {
  databases += 1;
  const name = `upgrade_${databases}`;
  await postgres.query('postgres', `CREATE DATABASE ${name}`);
  return { ...SETTINGS, DATABASE_URL: postgres.url(name), REDIS_URL: `${redis.url}/${databases}` };
}

/** A process that takes part in a deployment. */
export interface Member {
  readonly process: ServiceProcess;
  readonly router: Router | undefined;
}

/** Starts a process of a release, and waits until its router gives it requests. */
export async function startMember(name: ServiceName, environment: Environment, release: string, router?: Router): Promise<Member> {
  const process = await startService(name, environment, release);
  if (router !== undefined) {
    router.add(process.address);
    await eventually(`the ${name} gets requests`, async () => router.ready().includes(process.address));
  }
  return { process, router };
}

/** Ends a process as an orchestrator does. Returns its exit code, 0 if it has interrupted nothing. */
export async function stopMember({ process, router }: Member): Promise<number | null> {
  await process.stop('SIGTERM');
  router?.remove(process.address);
  return process.child.exitCode;
}
