import { createTestDatabase, createTestRedis, openProxy, type Proxy, type TestDatabase } from '@kirchhoff/testing';
import { type Database, openDatabase } from '../database/database.js';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { makeIdentifier, parseIdentifier } from '../identifiers/identifiers.js';
import { createMessages } from '../queue/messages.js';
import { awaitReady, openPatientRedis, openRedis, type Redis } from '../queue/redis.js';
import { hashKey, keyHashBytes, makeKey, type PlainKey, shownPrefix } from './api-key.js';
import { createAuthenticator } from './authenticator.js';
import type { Authentication } from './caller.js';
import { KeyCache } from './key-cache.js';
import { databaseKeyStore } from './key-store.js';
import { Membership } from './membership.js';
import { Revocations, revocationsFromOutside } from './revocations.js';

const SECOND = 1_000;
/** What took so long has not waited for the second of a cache. */
const SOON = 900;

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

/** What one process has: its cache, its connections, each of which can be frozen or cut. */
interface Process {
  readonly cache: KeyCache;
  readonly membership: Membership;
  /** Verifies, and says how. */
  readonly ask: (key: PlainKey) => Promise<Authentication['kind']>;
  /** Revokes in the database, announces, and says how many milliseconds the announcement took. */
  readonly revoke: (key: PlainKey) => Promise<number>;
  readonly sender: Proxy;
  readonly listener: Proxy;
  readonly end: () => Promise<void>;
}

async function startProcess({ joins = true }: { readonly joins?: boolean } = {}): Promise<Process> {
  const [toSend, toListen] = [await openProxy(redisUrl), await openProxy(redisUrl)];
  const [sender, listener] = [openRedis(toSend.url, () => undefined), openPatientRedis(toListen.url, () => undefined)];
  await Promise.all([awaitReady(sender, 2_000), awaitReady(listener, 2_000)]);
  const messages = createMessages(sender, listener, `${redisUrl}:`);
  const cache = new KeyCache();
  const clock = systemClock;
  const membership = new Membership({ redis: sender, clock, randomness: systemRandomness, log: { warn: () => undefined } });
  const revocations = new Revocations({ messages, membership, cache, clock });
  await revocations.follow();
  if (joins) await membership.join();
  const authenticator = createAuthenticator({ store: databaseKeyStore(database), cache, reach: membership, refusals: noLimit, clock });
  const started: Process = {
    cache,
    membership,
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
      await membership.leave();
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

/** Waits until a process may trust that the members have been the same for a while. */
async function settled(process: Process): Promise<void> {
  while ((await process.membership.others()) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Waits until a process believes its cache, or does no more. */
async function believes(process: Process, expected: boolean): Promise<void> {
  while (process.membership.covers(now(), now()) !== expected) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Fills the cache of a process with a key, so that it is young. */
async function warm(key: PlainKey, ...those: readonly Process[]): Promise<void> {
  for (const each of those) expect(await each.ask(key)).toBe('caller');
}

/** Whether a process would answer from its cache now. */
const holds = (process: Process, key: PlainKey) => process.cache.find(hashKey(key)) !== undefined;

it('a key in the database is its caller, with the scopes that are known', async () => {
  const found = await databaseKeyStore(database).findByHash(hashKey(await storeKey()), new Date());
  expect(found?.caller).toMatchObject({ tier: 'free', scopes: new Set(['read', 'keys']) });
});

it('when all acknowledge, the key is dead in each of them long before the second is over', async () => {
  const [here, there, third] = [await startProcess(), await startProcess(), await startProcess()];
  const key = await storeKey();
  await settled(here);
  await warm(key, here, there, third);
  expect(holds(there, key)).toBe(true);
  expect(await here.revoke(key)).toBeLessThan(SOON);
  for (const each of [here, there, third]) {
    expect(holds(each, key)).toBe(false);
    expect(await each.ask(key)).toBe('refused');
  }
});

it('a process that is alone waits for nobody', async () => {
  const here = await startProcess();
  const key = await storeKey();
  await settled(here);
  expect(await here.revoke(key)).toBeLessThan(SOON);
});

it('a process that has left is not waited for, and believes its cache no more', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  await settled(here);
  await warm(key, there);
  await there.membership.leave();
  expect(await here.revoke(key)).toBeLessThan(SOON);
  expect(await there.ask(key)).toBe('refused');
});

it('a member that the message does not reach is waited for, until its cache holds the key no more', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  await settled(here);
  there.listener.freeze();
  await warm(key, there);
  const took = here.revoke(key);
  expect(await there.ask(key)).toBe('caller');
  expect(await took).toBeGreaterThanOrEqual(SECOND - 5);
  expect(await there.ask(key)).toBe('refused');
});

it('a process that Redis does not confirm looks each key up', async () => {
  const there = await startProcess();
  const key = await storeKey();
  await warm(key, there);
  there.sender.freeze();
  await believes(there, false);
  await warm(key, there);
  await markRevoked(key);
  expect(await there.ask(key)).toBe('refused');
});

it('a process that is no member yet believes nothing that it has looked up before it was one', async () => {
  const [here, late] = [await startProcess(), await startProcess({ joins: false })];
  const key = await storeKey();
  await settled(here);
  await warm(key, late);
  late.listener.freeze();
  expect(await here.revoke(key)).toBeLessThan(SOON);
  await late.membership.join();
  await believes(late, true);
  expect(holds(late, key)).toBe(true);
  expect(await late.ask(key)).toBe('refused');
});

it('after Redis has lost everything nobody knows who is there, and the whole second is waited for', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  await settled(here);
  there.listener.freeze();
  await warm(key, there);
  await redis.flushdb();
  expect(await here.revoke(key)).toBeGreaterThanOrEqual(SECOND - 5);
  expect(await there.ask(key)).toBe('refused');
});

it('a process that was lost with it believes nothing that it has looked up before it was added again', async () => {
  const there = await startProcess();
  const key = await storeKey();
  await warm(key, there);
  await redis.flushdb();
  while ((await redis.zscore('keys:members', there.membership.id)) === null) await new Promise((resolve) => setTimeout(resolve, 2));
  await markRevoked(key);
  await believes(there, true);
  // The heartbeat that added it may still be on its way back: what it says is known when the next command is answered.
  await there.membership.others();
  expect(holds(there, key)).toBe(true);
  expect(await there.ask(key)).toBe('refused');
});

it.each(['freeze', 'cut'] as const)('while the way to Redis is %s, the second is waited for and no longer', async (how) => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  await settled(here);
  await warm(key, there);
  here.sender[how]();
  const took = await here.revoke(key);
  expect(took).toBeGreaterThanOrEqual(SECOND - 5);
  expect(took).toBeLessThan(SECOND + SOON);
  expect(await there.ask(key)).toBe('refused');
});

it('after a member was dropped for its silence, which may be that of a clock, the whole second is waited for', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const key = await storeKey();
  await settled(here);
  there.listener.freeze();
  await warm(key, there);
  there.sender.freeze();
  await redis.zadd('keys:members', '1', there.membership.id);
  while ((await redis.zscore('keys:members', there.membership.id)) !== null) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(await here.revoke(key)).toBeGreaterThanOrEqual(SECOND - 5);
  expect(await there.ask(key)).toBe('refused');
});

it('over a new connection nobody knows for a second who is there: Redis may have been restored', async () => {
  const here = await startProcess();
  await settled(here);
  here.sender.cut();
  await believes(here, false);
  await here.sender.restore();
  await believes(here, true);
  expect(await here.membership.others()).toBeUndefined();
  expect(await here.revoke(await storeKey())).toBeGreaterThanOrEqual(SECOND - 5);
  await settled(here);
});

it('a message that nobody has sent is no end of a process', async () => {
  const here = await startProcess();
  for (const text of ['', ' ', 'a b', 'a b c d', '\u0000']) await redis.publish(`${redisUrl}:keys:revoked`, text);
  await settled(here);
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

describe('an account that is suspended by a process that takes no keys', () => {
  it('is heard of by those who hold its keys, and waited for until no cache can', async () => {
    const [here, there] = [await startProcess(), await startProcess()];
    const [key, others] = [await storeKey(), await storeKey()];
    await settled(here);
    const messages = createMessages(redis, redis, `${redisUrl}:`);
    const outside = revocationsFromOutside({ messages, clock: systemClock, randomness: systemRandomness });
    for (const suspendedAt of [new Date(), null]) {
      for (const each of [here, there]) await each.ask(key);
      await warm(others, here, there);
      const account = await setSuspended(key, suspendedAt);
      const committedAt = now();
      const announced = outside.announce(account, committedAt);
      while (holds(here, key) || holds(there, key)) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(now() - committedAt).toBeLessThan(SOON);
      expect([holds(here, others), holds(there, others)]).toEqual([true, true]);
      for (const each of [here, there]) expect(await each.ask(key)).toBe(suspendedAt === null ? 'caller' : 'suspended');
      await announced;
      expect(now() - committedAt).toBeGreaterThanOrEqual(SECOND);
    }
  });

  it('is refused a second later by who has not heard of it', async () => {
    const deaf = await startProcess();
    const key = await storeKey();
    await settled(deaf);
    await warm(key, deaf);
    await setSuspended(key, new Date());
    expect(await deaf.ask(key)).toBe('caller');
    while (holds(deaf, key) && (await deaf.ask(key)) === 'caller') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await deaf.ask(key)).toBe('suspended');
  });
});
