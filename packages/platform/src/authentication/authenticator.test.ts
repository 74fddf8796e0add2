import { systemRandomness } from '../environment/randomness.js';
import type { RateDecision, RateLimit } from '../quotas/rate-decision.js';
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
    room: Number.POSITIVE_INFINITY,
    /** The answer of a look-up waits for it. */
    hold: undefined as Promise<undefined> | undefined,
    stored: stored && { caller, expiresAt: undefined, suspended: false, ...stored },
    /** Runs while a look-up is under way. */
    meanwhile: () => undefined as void,
  };
  const store: KeyStore = {
    findByHash: async (hash, now) => {
      state.lookups += 1;
      state.now += state.takes;
      if (state.out) throw outage;
      const found = state.stored;
      await state.hold;
      state.meanwhile();
      return hash === hashKey(key) && (found?.expiresAt === undefined || found.expiresAt > now) ? found : undefined;
    },
  };
  const decide = (): RateDecision =>
    state.room > 0 ? { kind: 'allowed', windows: [] } : { kind: 'limited', windows: [], retryAfterSeconds: 60 };
  const refusals: RateLimit = {
    take: async () => {
      const decision = decide();
      state.room -= 1;
      return decision;
    },
  };
  // A monotonic clock is never at 0.
  const clock = { now: () => new Date(state.now), monotonic: () => 1_000_000 + state.now };
  const cache = new KeyCache(store, clock);
  const authenticator = createAuthenticator({ cache, refusals, clock });
  const ask = async (header: string | undefined = `Bearer ${key}`, grace = 0) => authenticator.authenticate(header, grace, '192.0.2.1');
  return { state, cache, ask, authenticator };
}

it('no header is nobody', async () => {
  expect(await scene().authenticator.authenticate(undefined, 0, '')).toEqual({ kind: 'anonymous' });
});

it.each(['', 'Bearer', 'Basic abc', 'Bearer a b', 'Bearer svc_live_short', `Bearer ${key.slice(0, -1)}`, key])(
  '%j is refused without a look-up, and not counted',
  async (header) => {
    const { ask, state } = scene({});
    state.room = 1;
    expect((await ask(header)).kind).toBe('refused');
    expect([state.lookups, state.room]).toEqual([0, 1]);
  },
);

it('the scheme is named in any case', async () => {
  expect((await scene({}).ask(`bearer ${key}`)).kind).toBe('caller');
});

it('a stored key is its caller', async () => {
  expect(await scene({}).ask()).toEqual({ kind: 'caller', caller });
});

it('an unknown key and an expired one are refused in the same words, each time after one look-up', async () => {
  const [unknown, expired] = [scene(), scene({ expiresAt: new Date(0) })];
  for (const lookups of [1, 2]) {
    const answers = [await unknown.ask(), await expired.ask()];
    expect(answers[0]?.kind).toBe('refused');
    expect(answers[1]).toEqual(answers[0]);
    expect([unknown.state.lookups, expired.state.lookups]).toEqual([lookups, lookups]);
  }
});

it('is used for 250 ms, counted from before the look-up', async () => {
  const { ask, state } = scene({});
  state.takes = 100;
  await ask();
  state.takes = 0;
  state.now = 250;
  await ask();
  expect(state.lookups).toBe(1);
  state.now = 251;
  await ask();
  expect(state.lookups).toBe(2);
});

it('requests at the same time share a look-up', async () => {
  const { ask, state } = scene({});
  const answers = await Promise.all(Array.from({ length: 20 }, async () => ask()));
  expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'caller'));
  expect(state.lookups).toBe(1);
});

it('a look-up that another request began more than 250 ms before is no answer to this one', async () => {
  const { ask, state } = scene({});
  const held = { release: () => undefined as void };
  state.hold = new Promise((resolve) => {
    held.release = () => resolve(undefined);
  });
  const first = ask();
  state.now = 251;
  const second = ask();
  state.hold = undefined;
  state.stored = undefined;
  held.release();
  expect((await first).kind).toBe('caller');
  expect((await second).kind).toBe('refused');
  expect(state.lookups).toBe(2);
});

it('expires exactly, also while it is cached or being looked up', async () => {
  const { ask, state } = scene({ expiresAt: new Date(500) });
  expect((await ask()).kind).toBe('caller');
  state.now = 499;
  expect((await ask()).kind).toBe('caller');
  state.now = 500;
  expect((await ask()).kind).toBe('refused');
  const slow = scene({ expiresAt: new Date(500) });
  slow.state.takes = 500;
  expect((await slow.ask()).kind).toBe('refused');
});

describe('when a revocation is heard', () => {
  it('the key is looked up again', async () => {
    const { ask, state, cache } = scene({});
    await ask();
    state.stored = undefined;
    cache.revoke(hashKey(key));
    expect((await ask()).kind).toBe('refused');
  });

  it('a look-up that began before does not put it back', async () => {
    const { ask, state, cache } = scene({});
    state.meanwhile = () => cache.revoke(hashKey(key));
    await ask();
    state.stored = undefined;
    expect((await ask()).kind).toBe('refused');
  });
});

describe('when an address has had too many refused', () => {
  it('one more is throttled, and a good key is a caller that nobody counts', async () => {
    const [unknown, good] = [scene(), scene({})];
    for (const { state } of [unknown, good]) state.room = 0;
    expect(await unknown.ask()).toMatchObject({ kind: 'throttled', decision: { retryAfterSeconds: 60 } });
    expect((await good.ask()).kind).toBe('caller');
    expect(good.state.room).toBe(0);
  });

  it('of many at once no more than the limit are told that their key is none', async () => {
    const { ask, state } = scene();
    state.room = 3;
    const kinds = (await Promise.all(Array.from({ length: 10 }, async () => ask()))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'throttled')).toHaveLength(7);
  });

  it('unknown and expired keys count, good ones do not', async () => {
    const [unknown, expired, good] = [scene(), scene({ expiresAt: new Date(0) }), scene({})];
    for (const { ask, state } of [unknown, expired, good]) {
      state.room = 5;
      await ask();
    }
    expect([unknown, expired, good].map(({ state }) => state.room)).toEqual([4, 4, 5]);
  });
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
    expect(await ask(undefined, 60_000)).toEqual({ kind: 'caller', caller: { ...caller, staleMilliseconds: 60_000 } });
    state.now = 60_001;
    await expect(ask(undefined, 60_000)).rejects.toBe(outage);
  });
  it('says no more that a key is stale once the store is back', async () => {
    const { ask, state } = scene({});
    await ask();
    state.out = true;
    state.now = 2_000;
    await ask(undefined, 60_000);
    state.out = false;
    expect(await ask(undefined, 60_000)).toEqual({ kind: 'caller', caller });
  });
  it('expires within the grace too', async () => {
    const { ask, state } = scene({ expiresAt: new Date(2_000) });
    await ask();
    state.out = true;
    state.now = 2_000;
    expect((await ask(undefined, 60_000)).kind).toBe('refused');
  });
  it('never serves a key that was found revoked since, or of whose revocation it has heard', async () => {
    const [found, heard] = [scene({}), scene({})];
    await Promise.all([found.ask(), heard.ask()]);
    found.state.stored = undefined;
    found.state.now = 2000;
    expect((await found.ask()).kind).toBe('refused');
    heard.cache.revoke(hashKey(key));
    for (const { ask, state } of [found, heard]) {
      state.out = true;
      await expect(ask(undefined, 60_000)).rejects.toBe(outage);
    }
  });
});

describe('of an account that is suspended', () => {
  it('is known from the cache as from the store, also while the store is out within the grace', async () => {
    const { ask, state } = scene({ suspended: true });
    expect(await ask()).toEqual({ kind: 'suspended', caller });
    expect(await ask()).toEqual({ kind: 'suspended', caller });
    expect(state.lookups).toBe(1);
    state.now = 5_000;
    state.out = true;
    expect((await ask(undefined, 60_000)).kind).toBe('suspended');
  });

  it('is not counted among the keys that nobody knows', async () => {
    const { ask, state } = scene({ suspended: true });
    state.room = 1;
    await ask();
    expect(state.room).toBe(1);
  });
});
