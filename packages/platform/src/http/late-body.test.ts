import { withLateBody } from '@kirchhoff/testing';
import request from 'supertest';
import { hashKey, makeKey } from '../authentication/api-key.js';
import { createAuthenticator } from '../authentication/authenticator.js';
import { KEY_CACHE_MILLISECONDS, KeyCache } from '../authentication/key-cache.js';
import type { StoredKey } from '../authentication/key-store.js';
import { QUICK_REQUEST_MILLISECONDS, REVOCATION_MILLISECONDS } from '../authentication/revocations.js';
import { systemRandomness } from '../environment/randomness.js';
import type { RateDecision } from '../quotas/rate-decision.js';
import { closeServer } from '../shutdown/shutdown.js';
import { UNDESCRIBED } from './application.fixture.js';
import { createApplication } from './application.js';
import { ok } from './response.js';
import { type Route, route } from './route.js';
import { type Listening, listen } from './server.js';

const KEY = makeKey(systemRandomness);
const STORED: StoredKey = {
  caller: { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set(['publish']) },
  expiresAt: undefined,
  suspended: false,
};
const LONG_AGO = new Date(0);
const ALLOWED: RateDecision = { kind: 'allowed', windows: [] };

let state: { now: number; stored: StoredKey | undefined; lookUps: number; counted: number; refused: number; handled: number };
let cache: KeyCache;
let listening: Listening;

const clock = { now: () => new Date(1_000_000), monotonic: () => state.now };
const handler = () => {
  state.handled += 1;
  return ok({});
};
const COMMON = {
  ...UNDESCRIBED,
  method: 'POST',
  summary: 'Takes a body',
  scope: 'publish',
  body: { type: 'object', additionalProperties: false, required: ['name'], properties: { name: { type: 'string' } } },
  rate: {
    take: async () => {
      state.counted += 1;
      return ALLOWED;
    },
  },
} as const;
const routes: readonly Route[] = [
  route({ ...COMMON, path: '/required', auth: 'required', handler }),
  route({ ...COMMON, path: '/optional', auth: 'optional', handler }),
];

beforeEach(async () => {
  state = { now: 1_000_000, stored: STORED, lookUps: 0, counted: 0, refused: 0, handled: 0 };
  cache = new KeyCache({ findByHash: async () => state.stored }, clock);
  const refusals = {
    take: async () => {
      state.refused += 1;
      return ALLOWED;
    },
  };
  const inner = createAuthenticator({ cache, refusals, clock });
  const authenticator: typeof inner = {
    authenticate: async (...asked) => {
      state.lookUps += 1;
      return inner.authenticate(...asked);
    },
  };
  const log = { answered: () => undefined, failed: () => undefined, unavailable: () => undefined };
  const deps = { routes, authenticator, log, clock, randomness: systemRandomness, trustProxy: undefined };
  listening = await listen(createApplication(deps), 0, '127.0.0.1');
});
afterEach(async () => closeServer(listening.server));

/** The account's call, during which something happens to its key and time passes. */
const late = async (milliseconds: number, happens: () => void, path = '/required') =>
  withLateBody(`http://127.0.0.1:${listening.port}`, { method: 'POST', path, key: KEY, body: { name: 'a' } }, async () => {
    happens();
    state.now += milliseconds;
  });
const becomes = (stored: StoredKey | undefined) => () => {
  state.stored = stored;
};

describe.each(['/required', '/optional'])('the key of a request to %s whose body comes late', (path) => {
  it.each([
    ['revoked by this process, or by one that told this one', QUICK_REQUEST_MILLISECONDS + 1, () => cache.revoke(hashKey(KEY))],
    ['revoked by a process that told nobody', REVOCATION_MILLISECONDS, () => undefined],
  ])('is refused, if it was %s', async (_, milliseconds, told) => {
    const answer = await late(
      milliseconds,
      () => {
        state.stored = undefined;
        told();
      },
      path,
    );
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('"unauthenticated"');
    expect(state).toMatchObject({ lookUps: 2, counted: 1, refused: 1, handled: 0 });
  });

  it.each([
    ['has expired', { ...STORED, expiresAt: LONG_AGO }, 401],
    ['has lost the scope', { ...STORED, caller: { ...STORED.caller, scopes: new Set<never>() } }, 403],
    ['is of an account that was suspended', { ...STORED, suspended: true }, 403],
  ])('is refused, if it %s', async (_, stored, status) => {
    expect((await late(REVOCATION_MILLISECONDS, becomes(stored), path)).status).toBe(status);
    expect(state).toMatchObject({ counted: 1, handled: 0 });
  });

  it('is accepted, if nothing has changed, and is counted once', async () => {
    expect((await late(REVOCATION_MILLISECONDS, () => undefined, path)).status).toBe(200);
    expect(state).toMatchObject({ lookUps: 2, counted: 1, refused: 0, handled: 1 });
  });
});

it('a request that is complete soon is accepted by a look-up that no revocation before its end can have missed', async () => {
  expect(KEY_CACHE_MILLISECONDS + QUICK_REQUEST_MILLISECONDS).toBeLessThan(REVOCATION_MILLISECONDS);
  expect((await late(QUICK_REQUEST_MILLISECONDS, () => undefined)).status).toBe(200);
  expect(state).toMatchObject({ lookUps: 1, handled: 1 });
});

it('a request that comes as a whole needs one look-up, however long that takes', async () => {
  const find = cache.find.bind(cache);
  jest.spyOn(cache, 'find').mockImplementation(async (hash) => {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    state.now += REVOCATION_MILLISECONDS;
    return find(hash);
  });
  await request(`http://127.0.0.1:${listening.port}`)
    .post('/required')
    .set('Authorization', `Bearer ${KEY}`)
    .send({ name: 'a' })
    .expect(200);
  expect(state).toMatchObject({ lookUps: 1, handled: 1 });
});
