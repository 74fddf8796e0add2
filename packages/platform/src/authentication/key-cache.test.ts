import { systemRandomness } from '../environment/randomness.js';
import { hashKey, makeKey } from './api-key.js';
import { KEY_CACHE_MILLISECONDS, KeyCache } from './key-cache.js';
import type { StoredKey } from './key-store.js';

const HASH = hashKey(makeKey(systemRandomness));
const ACCOUNT = 'acc_1';
const KEY: StoredKey = {
  caller: { accountId: ACCOUNT, keyId: 'key_1', tier: 'free', scopes: new Set(['read']) },
  expiresAt: undefined,
  suspended: false,
};

/** A cache over a store whose answers wait until `answer` is called; the clock moves with `state.now`. */
function scene() {
  const state = { now: 1_000_000, stored: KEY as StoredKey | undefined };
  const waiting: (() => void)[] = [];
  const findByHash = async (): Promise<StoredKey | undefined> => {
    const { stored } = state;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return stored;
  };
  const cache = new KeyCache({ findByHash }, { now: () => new Date(0), monotonic: () => state.now });
  const answer = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { cache, state, answer };
}

it.each([
  ['the key', HASH],
  ['its account', ACCOUNT],
])('answers a look-up that is under way while %s is revoked, and does not cache it', async (_, ended) => {
  const { cache, state, answer } = scene();
  const first = cache.find(HASH);
  answer();
  expect(await first).toBe(KEY);
  state.now += KEY_CACHE_MILLISECONDS + 1;
  const second = cache.find(HASH);
  cache.revoke(ended);
  answer();
  expect(await second).toBe(KEY);
  expect(cache.kept(HASH)).toBeUndefined();
});

it('answers every look-up of a revoked key, however they overlap', async () => {
  const { cache, state, answer } = scene();
  const first = cache.find(HASH);
  answer();
  await first;
  state.stored = undefined;
  const asked = Array.from({ length: 20 }, async () => {
    state.now += KEY_CACHE_MILLISECONDS + 1;
    cache.revoke(HASH);
    return cache.find(HASH);
  });
  const answering = setInterval(answer, 1);
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 20 }, () => undefined));
  clearInterval(answering);
  expect(cache.kept(HASH)).toBeUndefined();
});

it('caches no unknown key', async () => {
  const { cache, state, answer } = scene();
  state.stored = undefined;
  const asked = [cache.find(HASH), cache.find(HASH)];
  answer();
  expect(await Promise.all(asked)).toEqual([undefined, undefined]);
  expect(cache.kept(HASH)).toBeUndefined();
});
