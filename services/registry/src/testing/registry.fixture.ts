import type { Server } from 'node:http';
import {
  closeServer,
  createLogger,
  type Database,
  listen,
  messagesOf,
  type OpenApiDocument,
  openDatabase,
  readSettings,
  settingsOrExit,
  shutDown,
} from '@kirchhoff/platform';
import { asService, createTestDatabase, createTestRedis, holdToDescription } from '@kirchhoff/testing';
import supertest from 'supertest';
import { openRegistry } from '../registry.js';
import { HTTP_SETTINGS, WORKER_SETTINGS } from '../settings.js';
import { openWorkers, type RegistryWorkers } from '../workers.js';

/** An account with its key. */
export interface TestAccount {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
}

/** A registry with its own database and Redis, and common calls. */
export interface TestRegistry {
  /** For operators: the database's address is that of the owner. Processes use the role of the registry. */
  readonly environment: Readonly<Record<string, string>>;
  readonly database: Database;
  readonly api: ReturnType<typeof supertest>;
  readonly description: OpenApiDocument;
  register(): Promise<TestAccount>;
  /** Publishes a circuit, and returns its pid. */
  publish(account: TestAccount, source: string, more?: object): Promise<string>;
  certify(account: TestAccount, pid: string): Promise<supertest.Response>;
  /** Listens on a free port, and returns the address: for requests that client libraries cannot send. */
  serve(): Promise<string>;
  /** Starts a worker in this process, with additional variables. */
  startWorker(overrides?: Readonly<Record<string, string>>): Promise<RegistryWorkers>;
  /** @throws if an answer deviated from the description */
  close(): Promise<void>;
}

const log = createLogger('test', 'silent');

/** High limits and a long wait, which no test reaches by accident on a busy machine; short leases and sweep intervals. */
const DEFAULTS = {
  REGISTER_PER_MINUTE: '1000',
  REGISTER_PER_DAY: '10000',
  PUBLISH_PER_MINUTE: '1000',
  REQUESTS_PER_MINUTE: '10000',
  SEARCHES_PER_MINUTE: '100000',
  RENDERING_STEPS_PER_MINUTE: '10000000',
  UNKNOWN_KEYS_PER_MINUTE: '10000',
  ENGINE_THREADS: '1',
  ENGINE_QUEUE_LIMIT: '1000',
  ENGINE_QUEUE_PER_ACCOUNT: '1000',
  ENGINE_WAIT_MILLISECONDS: '600000',
  ENGINE_GUARD_MILLISECONDS: '600000',
  RUN_WAIT_MILLISECONDS: '25000',
  RUN_LEASE_MILLISECONDS: '2000',
  SWEEP_INTERVAL_MILLISECONDS: '100',
};

type Variables = Readonly<Record<string, string>>;
/** Variables of the HTTP process alone; they may point to other servers. */
type Overrides = Variables | ((servers: { readonly DATABASE_URL: string; readonly REDIS_URL: string }) => Promise<Variables>);

/** Opens the registry's HTTP side; `startWorker` adds a worker. */
export async function startTestRegistry(overrides: Overrides = {}): Promise<TestRegistry> {
  const [own, redisUrl] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const servers = { DATABASE_URL: own.url, REDIS_URL: redisUrl };
  const environment = { ...DEFAULTS, ...servers, ...(typeof overrides === 'function' ? await overrides(servers) : overrides) };
  const settings = settingsOrExit(readSettings(HTTP_SETTINGS, asService('registry', environment)));
  const registry = await openRegistry({ settings, version: '1.2.3', log });
  const database = openDatabase({ url: own.url, poolSize: 2, applicationName: 'test' });
  const held = holdToDescription(registry.application, registry.description);
  const api = supertest(held.listener);
  const workers: RegistryWorkers[] = [];
  const listening: Server[] = [];
  const certify = async (account: TestAccount, pid: string) => api.post(`/v1/circuits/${pid}/certify`).set(bearer(account));
  return {
    environment,
    database,
    api,
    description: registry.description,
    certify,
    register: async () => {
      const { body } = await api.post('/v1/auth/register').send({ email: 'someone@example.com', name: 'Someone' }).expect(201);
      return { accountId: body.account_id, keyId: body.key_id, key: body.api_key };
    },
    publish: async (account, source, more = {}) => {
      const { body } = await api
        .post('/v1/circuits')
        .set(bearer(account))
        .send({ name: 'a circuit', source, ...more })
        .expect(201);
      return body.pid;
    },
    serve: async () => {
      const { server, port } = await listen(held.listener, 0, '127.0.0.1', { messages: messagesOf(registry.application) });
      listening.push(server);
      return `http://127.0.0.1:${port}`;
    },
    startWorker: async (more = {}) => {
      const ofWorker = settingsOrExit(readSettings(WORKER_SETTINGS, asService('registry', { ...environment, ...more })));
      const worker = await openWorkers(ofWorker, log);
      workers.push(worker);
      return worker;
    },
    close: async () => {
      for (const server of listening) await closeServer(server);
      for (const { closing } of workers) await shutDown(closing, log);
      await shutDown(registry.closing, log);
      await database.$disconnect();
      await own.drop();
      await held.close();
    },
  };
}

let shared: Promise<TestRegistry> | undefined;
let worker: Promise<RegistryWorkers> | undefined;

/** Returns the registry that all cases of a file share. Each case registers its own accounts. */
export async function sharedRegistry(): Promise<TestRegistry> {
  shared ??= startTestRegistry();
  return shared;
}

/** Returns the shared registry with a worker. */
export async function registryWithWorker(): Promise<TestRegistry> {
  const registry = await sharedRegistry();
  worker ??= registry.startWorker();
  await worker;
  return registry;
}

export async function closeSharedRegistry(): Promise<void> {
  await (await shared)?.close();
}

/** Returns the Authorization header of an account. */
export function bearer({ key }: TestAccount): { readonly Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}

const POLL_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 60_000;

/** Waits until a condition holds. @throws if it does not hold in time */
export async function eventually(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not come true`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}
