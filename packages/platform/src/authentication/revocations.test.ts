import { createTestDatabase, createTestRedis, openProxy, type Proxy, type TestDatabase } from '@kirchhoff/testing';
import { type Database, openDatabase } from '../database/database.js';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { makeIdentifier, parseIdentifier } from '../identifiers/identifiers.js';
import { createMessages } from '../queue/messages.js';
import { awaitReady, openBlockingRedis, openRedis, type Redis } from '../queue/redis.js';
import { hashKey, keyHashBytes, makeKey, type PlainKey, shownPrefix } from './api-key.js';
import { createAuthenticator } from './authenticator.js';
import type { Authentication } from './caller.js';
import { KeyCache } from './key-cache.js';
import { databaseKeyStore } from './key-store.js';
import { REVOCATION_MILLISECONDS, Revocations } from './revocations.js';

/** Milliseconds that a busy machine may add to a wait. */
const SLACK = 2_000;

let test: TestDatabase;
let database: Database;
let redisUrl: string;
let redis: Redis;
const processes: Process[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
});
beforeEach(async () => {
  redisUrl = await createTestRedis();
  redis = openRedis(redisUrl, () => undefined);
  await awaitReady(redis, 2_000);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(async (each) => each.end()));
  redis.disconnect();
});
afterAll(async () => {
  await database.$disconnect();
  await test.drop();
});

const allow = async () => ({ kind: 'allowed', windows: [] }) as const;
const noLimit = { take: allow, check: allow };
const now = (): number => systemClock.monotonic();

/** One process: its cache and its connections, each of which can be frozen or cut. */
interface Process {
  readonly cache: KeyCache;
  /** Verifies, and says how. */
  readonly ask: (key: PlainKey) => Promise<Authentication['kind']>;
  /** Revokes in the database, announces, and says how many milliseconds the announcement took. */
  readonly revoke: (key: PlainKey) => Promise<number>;
  readonly sender: Proxy;
  readonly listener: Proxy;
  readonly end: () => Promise<void>;
}

async function startProcess(): Promise<Process> {
  const [toSend, toListen] = [await openProxy(redisUrl), await openProxy(redisUrl)];
  const [sender, listener] = [openRedis(toSend.url, () => undefined), openBlockingRedis(toListen.url, () => undefined)];
  await Promise.all([awaitReady(sender, 2_000), awaitReady(listener, 2_000)]);
  const messages = createMessages(sender, listener, `${redisUrl}:`);
  const clock = systemClock;
  const cache = new KeyCache(databaseKeyStore(database), clock);
  const revocations = new Revocations(messages, clock);
  await revocations.follow(cache);
  const authenticator = createAuthenticator({ cache, refusals: noLimit, clock });
  const started: Process = {
    cache,
    ask: async (key) => (await authenticator.authenticate(`Bearer ${key}`, 0, '')).kind,
    revoke: async (key) => {
      await markRevoked(key);
      const committedAt = clock.monotonic();
      await revocations.announce(hashKey(key), committedAt);
      return clock.monotonic() - committedAt;
    },
    sender: toSend,
    listener: toListen,
    end: async () => {
      sender.disconnect();
      listener.disconnect();
      await Promise.all([toSend.close(), toListen.close()]);
    },
  };
  processes.push(started);
  return started;
}

async function markRevoked(key: PlainKey): Promise<void> {
  await database.apiKey.update({ where: { hash: keyHashBytes(hashKey(key)) }, data: { revokedAt: new Date() } });
}

async function storeKey(): Promise<PlainKey> {
  const key = makeKey(systemRandomness);
  const id = makeIdentifier('key', systemRandomness);
  const account = { id: makeIdentifier('account', systemRandomness), email: 'a@example.org', name: 'A' };
  const stored = { id, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name: 'first', scopes: ['read', 'keys', 'not-a-scope'] };
  await database.account.create({ data: { ...account, keys: { create: stored } } });
  return key;
}

/** Fills the cache of a process with a key, so that it is young. */
async function warm(key: PlainKey, ...those: readonly Process[]): Promise<void> {
  for (const each of those) expect(await each.ask(key)).toBe('caller');
}

it('a key in the database is its caller, with the scopes that are known', async () => {
  const found = await databaseKeyStore(database).findByHash(hashKey(await storeKey()), new Date());
  expect(found?.caller).toMatchObject({ tier: 'free', scopes: new Set(['read', 'keys']) });
});

it('a revocation is answered when no process uses the key any more, whoever has heard of it', async () => {
  const [here, there, deaf] = [await startProcess(), await startProcess(), await startProcess()];
  const key = await storeKey();
  deaf.listener.freeze();
  await warm(key, here, there, deaf);
  const took = await here.revoke(key);
  expect(took).toBeGreaterThanOrEqual(REVOCATION_MILLISECONDS);
  expect(took).toBeLessThan(REVOCATION_MILLISECONDS + SLACK);
  for (const each of [here, there, deaf]) expect(await each.ask(key)).toBe('refused');
});

it('requests that go on all the time are refused from the answer on, and never accepted after a refusal', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  const state = { isAnswered: false, isOver: false };
  const seen: string[] = [];
  const asking = (async () => {
    while (!state.isOver) {
      const isLate = state.isAnswered;
      const kind = await there.ask(key);
      if (isLate) expect(kind).toBe('refused');
      seen.push(kind);
      // Answers from the cache alone would keep the event loop from its timers.
      await new Promise(setImmediate);
    }
  })();
  await warm(key, here);
  await here.revoke(key);
  state.isAnswered = true;
  await new Promise((resolve) => setTimeout(resolve, 100));
  state.isOver = true;
  await asking;
  expect(seen.at(-1)).toBe('refused');
  expect(seen.lastIndexOf('caller')).toBeLessThan(seen.indexOf('refused'));
});

it.each(['freeze', 'cut'] as const)('while the way to Redis is %s, a revocation takes as long and holds as well', async (how) => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  await warm(key, there);
  here.sender[how]();
  expect(await here.revoke(key)).toBeLessThan(REVOCATION_MILLISECONDS + SLACK);
  expect(await there.ask(key)).toBe('refused');
});

it('a process that has heard of a revocation does not keep the key for the grace', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const [key, other] = [await storeKey(), await storeKey()];
  await warm(key, there);
  await warm(other, there);
  await here.revoke(key);
  while (there.cache.kept(hashKey(key)) !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(there.cache.kept(hashKey(other))).toBeDefined();
});

it('a message that no process has sent does no harm', async () => {
  const here = await startProcess();
  for (const text of ['', ' ', 'a b', 'a b c d', '\u0000']) await redis.publish(`${redisUrl}:keys:revoked`, text);
  expect(await here.ask(await storeKey())).toBe('caller');
});

function parsedAccount(id: string) {
  const parsed = parseIdentifier('account', id);
  if (parsed === undefined) throw new Error(`${id} is no account`);
  return parsed;
}

async function setSuspended(key: PlainKey, suspendedAt: Date | null) {
  const { accountId: id } = await database.apiKey.findUniqueOrThrow({ where: { hash: keyHashBytes(hashKey(key)) } });
  await database.account.update({ where: { id }, data: { suspendedAt } });
  return parsedAccount(id);
}

it('an account that a command suspends or resumes is known as such in every process when that is answered', async () => {
  const [here, deaf] = [await startProcess(), await startProcess()];
  const [key, other] = [await storeKey(), await storeKey()];
  deaf.listener.freeze();
  const outside = new Revocations(createMessages(redis, redis, `${redisUrl}:`), systemClock);
  for (const suspendedAt of [new Date(), null]) {
    for (const each of [here, deaf]) await each.ask(key);
    await warm(other, here, deaf);
    const account = await setSuspended(key, suspendedAt);
    await outside.announce(account, now());
    for (const each of [here, deaf]) expect(await each.ask(key)).toBe(suspendedAt === null ? 'caller' : 'suspended');
    expect(await here.ask(other)).toBe('caller');
  }
});
