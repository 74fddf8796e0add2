import { systemRandomness } from '../environment/randomness.js';
import { hashKey, makeKey } from './api-key.js';
import { createAuthenticator } from './authenticator.js';
import { KeyCache } from './key-cache.js';
import type { KeyStore, StoredKey } from './key-store.js';

const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const caller = { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set(['read'] as const) } as const;
const key = makeKey(systemRandomness);

/** An authenticator on a clock that the test moves, over a store that it fills. */
function scene(stored?: Partial<StoredKey>) {
  const state = {
    now: 0,
    lookups: 0,
    out: false,
    takes: 0,
    stored: stored && { caller, expiresAt: undefined, revokedAt: undefined, ...stored },
  };
  const store: KeyStore = {
    findByHash: async (hash) => {
      state.lookups += 1;
      state.now += state.takes;
      if (state.out) throw outage;
      return hash === hashKey(key) ? state.stored : undefined;
    },
  };
  const cache = new KeyCache();
  const clock = { now: () => new Date(state.now), monotonic: () => state.now };
  const authenticator = createAuthenticator({ store, cache, clock });
  const ask = async (header: string | undefined = `Bearer ${key}`, grace = 0) => authenticator.authenticate(header, grace);
  return { state, cache, ask, authenticator };
}

it('no header is nobody', async () => {
  expect(await scene().authenticator.authenticate(undefined, 0)).toEqual({ kind: 'anonymous' });
});

it.each(['', 'Bearer', 'Basic abc', 'Bearer a b', 'Bearer svc_live_short', `Bearer ${key.slice(0, -1)}`, key])(
  '%j is refused without a look-up',
  async (header) => {
    const { ask, state } = scene({});
    expect((await ask(header)).kind).toBe('refused');
    expect(state.lookups).toBe(0);
  },
);

it('the scheme is named in any case', async () => {
  expect((await scene({}).ask(`bearer ${key}`)).kind).toBe('caller');
});

it('a stored key is its caller', async () => {
  expect(await scene({}).ask()).toEqual({ kind: 'caller', caller });
});

it.each([
  ['unknown', undefined],
  ['revoked', { revokedAt: new Date(0) }],
  ['expired', { expiresAt: new Date(0) }],
])('an %s key is refused', async (_, stored) => {
  expect((await scene(stored).ask()).kind).toBe('refused');
});

it('is looked up once a second, counted from before the look-up', async () => {
  const { ask, state } = scene({});
  state.takes = 400;
  await ask();
  state.takes = 0;
  state.now = 1000;
  await ask();
  expect(state.lookups).toBe(1);
  state.now = 1001;
  await ask();
  expect(state.lookups).toBe(2);
});

it('expires also while it is cached', async () => {
  const { ask, state } = scene({ expiresAt: new Date(500) });
  expect((await ask()).kind).toBe('caller');
  state.now = 500;
  expect((await ask()).kind).toBe('refused');
});

it('is dropped when a revocation is heard', async () => {
  const { ask, state, cache } = scene({});
  await ask();
  state.stored = undefined;
  cache.drop(hashKey(key));
  expect((await ask()).kind).toBe('refused');
});

describe('with the store out', () => {
  it('fails where no grace is given', async () => {
    const { ask, state } = scene({});
    await ask();
    state.out = true;
    state.now = 1001;
    await expect(ask()).rejects.toBe(outage);
  });
  it('serves on, within the grace, a key that was verified', async () => {
    const { ask, state } = scene({});
    await ask();
    state.out = true;
    state.now = 60_000;
    expect((await ask(undefined, 60_000)).kind).toBe('caller');
    state.now = 60_001;
    await expect(ask(undefined, 60_000)).rejects.toBe(outage);
  });
  it('never serves a key that was found revoked since', async () => {
    const { ask, state } = scene({});
    await ask();
    state.stored = { caller, expiresAt: undefined, revokedAt: new Date(0) };
    state.now = 2000;
    expect((await ask()).kind).toBe('refused');
    state.out = true;
    await expect(ask(undefined, 60_000)).rejects.toBe(outage);
  });
});
