import { type Database, openDatabase } from '../database/database.js';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { makeIdentifier } from '../identifiers/identifiers.js';
import { createMessages, type Messages } from '../queue/messages.js';
import { awaitReady, openPatientRedis, openRedis } from '../queue/redis.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { createTestRedis } from '../testing/test-redis.js';
import { hashKey, keyHashBytes, makeKey, shownPrefix } from './api-key.js';
import { createAuthenticator } from './authenticator.js';
import type { Authenticator } from './caller.js';
import { KeyCache } from './key-cache.js';
import { databaseKeyStore, recordKeyUse } from './key-store.js';
import { announceRevocation, followRevocations } from './revocation.js';

let test: TestDatabase;
let database: Database;
let redis: string;
const closing: (() => void)[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ url: test.url, poolSize: 4, applicationName: 'test' });
  redis = await createTestRedis();
});
afterAll(async () => {
  for (const close of closing) close();
  await database.$disconnect();
  await test.drop();
});

/** What one process has: its cache, its authenticator, its messages. */
async function startProcess(): Promise<{ readonly cache: KeyCache; readonly authenticator: Authenticator; readonly messages: Messages }> {
  const [sender, listener] = [openRedis(redis, () => undefined), openPatientRedis(redis, () => undefined)];
  closing.push(
    () => sender.disconnect(),
    () => listener.disconnect(),
  );
  await Promise.all([awaitReady(sender, 2_000), awaitReady(listener, 2_000)]);
  const messages = createMessages(sender, listener, `${redis}:`);
  const cache = new KeyCache();
  await followRevocations(messages, cache);
  return { cache, messages, authenticator: createAuthenticator({ store: databaseKeyStore(database), cache, clock: systemClock }) };
}

async function storeKey() {
  const key = makeKey(systemRandomness);
  const id = makeIdentifier('key', systemRandomness);
  const account = { id: makeIdentifier('account', systemRandomness), email: 'a@example.org', name: 'A' };
  const stored = { id, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name: 'first', scopes: ['read', 'keys', 'not-a-scope'] };
  await database.account.create({ data: { ...account, keys: { create: stored } } });
  return { key, id, account };
}

it('a key in the database is its caller, with the scopes that are known', async () => {
  const { key, id, account } = await storeKey();
  const { authenticator } = await startProcess();
  expect(await authenticator.authenticate(`Bearer ${key}`, 0)).toEqual({
    kind: 'caller',
    caller: { accountId: account.id, keyId: id, tier: 'free', scopes: new Set(['read', 'keys']) },
  });
});

it('a revoked key is dead in every process when the revocation has been announced', async () => {
  const { key, id } = await storeKey();
  const [here, there] = await Promise.all([startProcess(), startProcess()]);
  const ask = async () => Promise.all([here, there].map(async (each) => (await each.authenticator.authenticate(`Bearer ${key}`, 0)).kind));
  expect(await ask()).toEqual(['caller', 'caller']);
  await database.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
  await announceRevocation(here.messages, here.cache, hashKey(key));
  expect(await ask()).toEqual(['refused', 'refused']);
});

it('hears of it long before the second of the cache is over', async () => {
  const { key, id } = await storeKey();
  const [here, there] = await Promise.all([startProcess(), startProcess()]);
  await there.authenticator.authenticate(`Bearer ${key}`, 0);
  await database.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
  const dropped = new Promise<void>((resolve) => {
    const drop = there.cache.drop.bind(there.cache);
    there.cache.drop = (hash) => {
      drop(hash);
      resolve();
    };
  });
  const announced = announceRevocation(here.messages, here.cache, hashKey(key));
  await dropped;
  expect((await there.authenticator.authenticate(`Bearer ${key}`, 0)).kind).toBe('refused');
  await announced;
});

it('the last use is written at most once a minute', async () => {
  const { id } = await storeKey();
  const used = async () => (await database.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.toISOString();
  await recordKeyUse(database, id, new Date('2026-01-01T00:00:00Z'));
  await recordKeyUse(database, id, new Date('2026-01-01T00:00:59Z'));
  expect(await used()).toBe('2026-01-01T00:00:00.000Z');
  await recordKeyUse(database, id, new Date('2026-01-01T00:01:01Z'));
  expect(await used()).toBe('2026-01-01T00:01:01.000Z');
});
