import type { Server } from 'node:http';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import {
  type Clock,
  closeServer,
  connectRedis,
  createLogger,
  type Database,
  hashKey,
  type KeyScope,
  keyHashBytes,
  listen,
  type MetricsRegistry,
  makeIdentifier,
  makeKey,
  messagesOf,
  type OpenApiDocument,
  openDatabase,
  openMetrics,
  type RedisConnections,
  readSettings,
  SCOPES,
  settingsOrExit,
  shownPrefix,
  shutDown,
  systemClock,
  systemRandomness,
  type Tier,
} from '@kirchhoff/platform';
import { asService, createTestDatabase, createTestRedis, holdToDescription, openProxy, type Proxy } from '@kirchhoff/testing';
import supertest from 'supertest';
import { openCompiler } from '../compiler.js';
import { announceChange } from '../policies/changes.js';
import { COMPILER_SETTINGS } from '../settings.js';

/** An account as its owner holds it. */
export interface TestAccount {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
}

/** A compiler on a database and a Redis of its own, each behind a proxy that may be cut. */
export interface TestCompiler {
  readonly api: ReturnType<typeof supertest>;
  readonly description: OpenApiDocument;
  /** Past the proxy: what other processes do. */
  readonly database: Database;
  readonly postgres: Proxy;
  readonly redis: Proxy;
  /** Lets the compiler's clock run ahead, in milliseconds. */
  advance(milliseconds: number): void;
  /** Stops the compiler's clock: its caches do not grow old any more. */
  stopClock(): void;
  /** An account with a key of all scopes, or of these. */
  register(scopes?: readonly KeyScope[], tier?: Tier): Promise<TestAccount>;
  post(account: TestAccount, path: string, body: object): supertest.Test;
  /** Creates a policy and gives its id. */
  createPolicy(account: TestAccount, source: string): Promise<string>;
  check(account: TestAccount, policyId: string, category: string, params: object): supertest.Test;
  /** Says over Redis that a policy was changed, as another process would. */
  announceChange(policyId: string): Promise<void>;
  /** Serves on a port of its own and gives the address: for requests that are given up half-way. */
  serve(): Promise<string>;
  /** Another process on the same database and Redis. */
  another(): Promise<TestCompiler>;
  /** Its metrics. They are not served. */
  readonly metrics: MetricsRegistry | undefined;
  beginShutdown(): void;
  /** @throws where an answer was not as the description says */
  close(): Promise<void>;
}

interface Backends {
  readonly database: Database;
  readonly postgres: Proxy;
  readonly redis: Proxy;
}

const log = createLogger('test', 'silent');

/** Limits that no test meets by accident, on a machine however busy. */
const DEFAULTS = {
  REQUESTS_PER_MINUTE: '10000',
  UNKNOWN_KEYS_PER_MINUTE: '10000',
  ENGINE_THREADS: '1',
  ENGINE_WAIT_MILLISECONDS: '600000',
  ENGINE_GUARD_MILLISECONDS: '600000',
};

export async function startTestCompiler(overrides: Readonly<Record<string, string>> = {}): Promise<TestCompiler> {
  const [own, redisUrl] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const [postgres, redis] = await Promise.all([openProxy(own.url), openProxy(redisUrl)]);
  const database = openDatabase({ url: own.url, poolSize: 2, applicationName: 'test' });
  const started = await startOn({ database, postgres, redis }, overrides);
  return {
    ...started,
    close: async () => {
      try {
        await started.close();
      } finally {
        await Promise.all([database.$disconnect(), postgres.close(), redis.close()]);
        await own.drop();
      }
    },
  };
}

let shared: Promise<TestCompiler> | undefined;

/** The compiler that all cases of a file share. Each of them brings accounts of its own, and leaves clock and proxies alone. */
export async function sharedCompiler(): Promise<TestCompiler> {
  shared ??= startTestCompiler();
  return shared;
}

export async function closeSharedCompiler(): Promise<void> {
  await (await shared)?.close();
}

async function startOn(backends: Backends, overrides: Readonly<Record<string, string>>): Promise<TestCompiler> {
  const { database, postgres, redis } = backends;
  const settings = settingsOrExit(
    readSettings(COMPILER_SETTINGS, asService('compiler', { ...DEFAULTS, DATABASE_URL: postgres.url, REDIS_URL: redis.url, ...overrides })),
  );
  let ahead = 0;
  let stoppedAt: number | undefined;
  const clock: Clock = { now: () => systemClock.now(), monotonic: () => (stoppedAt ?? systemClock.monotonic()) + ahead };
  const metrics = await openMetrics({ METRICS_PORT: 0 }, { service: 'compiler', version: '1.2.3', engine: ENGINE_VERSION });
  const compiler = await openCompiler({ settings, version: '1.2.3', log, clock, metrics });
  const held = holdToDescription(compiler.application, compiler.description);
  const api = supertest(held.listener);
  const post = (account: TestAccount, path: string, body: object) => api.post(path).set(bearer(account)).send(body);
  const others: TestCompiler[] = [];
  const servers: Server[] = [];
  let announcer: RedisConnections | undefined;
  return {
    api,
    description: compiler.description,
    metrics,
    ...backends,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    stopClock: () => {
      stoppedAt = systemClock.monotonic();
    },
    register: async (scopes = SCOPES, tier = 'free') => registerAccount(database, scopes, tier),
    post,
    createPolicy: async (account, source) => {
      const { body } = await post(account, '/v1/policies', { name: 'a policy', source }).expect(201);
      return body.policy_id;
    },
    check: (account, policyId, category, params) =>
      post(account, '/v1/policy/check', { policy_id: policyId, action: { category, params } }),
    announceChange: async (policyId) => {
      announcer ??= await connectRedis(redis.url, log);
      await announceChange(announcer.messages, policyId);
    },
    serve: async () => {
      const { server, port } = await listen(held.listener, 0, '127.0.0.1', { messages: messagesOf(compiler.application) });
      servers.push(server);
      return `http://127.0.0.1:${port}`;
    },
    another: async () => {
      const other = await startOn(backends, overrides);
      others.push(other);
      return other;
    },
    beginShutdown: () => compiler.beginShutdown(),
    close: async () => {
      for (const other of others) await other.close();
      for (const server of servers) await closeServer(server);
      announcer?.close();
      await shutDown(compiler.closing, log);
      await held.close();
    },
  };
}

/** The registry makes accounts; the fixture writes the same rows. */
async function registerAccount(database: Database, scopes: readonly KeyScope[], tier: Tier): Promise<TestAccount> {
  const key = makeKey(systemRandomness);
  const [accountId, keyId] = [makeIdentifier('account', systemRandomness), makeIdentifier('key', systemRandomness)];
  const stored = { id: keyId, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name: 'first', scopes: [...scopes] };
  await database.account.create({ data: { id: accountId, email: 'someone@example.com', name: 'Someone', tier, keys: { create: stored } } });
  return { accountId, keyId, key };
}

/** The header by which an account calls. */
export function bearer({ key }: TestAccount): { readonly Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}

const POLL_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 20_000;

/** Waits until a condition holds. @throws if it does not hold in time */
export async function eventually(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not come true`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}
