import { createTestRedis } from '@kirchhoff/testing';
import { Redis } from 'ioredis';
import { openRedis } from '../queue/redis.js';
import { addressGroup } from './address-group.js';
import { createRateLimit } from './rate-limit.js';

const rules = [
  { limit: 2, windowSeconds: 60 },
  { limit: 3, windowSeconds: 86_400 },
];
const subject = { address: '192.0.2.1', accountId: undefined };

let shared: Redis;
let out: ReturnType<typeof openRedis>;
beforeAll(async () => {
  shared = new Redis(await createTestRedis());
  out = openRedis('redis://127.0.0.1:1', () => undefined);
});
afterAll(() => {
  shared.disconnect();
  out.disconnect();
});
beforeEach(async () => {
  await shared.flushdb();
});

/** A limit over Redis or, with Redis out, in the process; the clock is moved by hand. */
function open(where: 'shared' | 'process') {
  const time = { now: 0 };
  const clock = { now: () => new Date(time.now), monotonic: () => time.now };
  return { time, limit: createRateLimit({ name: 'register', by: 'address', rules, redis: where === 'shared' ? shared : out, clock }) };
}

describe.each(['shared', 'process'] as const)('counted in the %s', (where) => {
  it('lets so many through and says when there is room again', async () => {
    const { limit } = open(where);
    expect(await limit.take(subject)).toMatchObject({
      kind: 'allowed',
      windows: [{ name: 'register-60s', remaining: 1 }, { remaining: 2 }],
    });
    expect(await limit.take(subject)).toMatchObject({ kind: 'allowed', windows: [{ remaining: 0 }, { remaining: 1 }] });
    expect(await limit.take(subject)).toMatchObject({
      kind: 'limited',
      retryAfterSeconds: 60,
      windows: [{ remaining: 0 }, { remaining: 1 }],
    });
  });
  it('counts each subject for itself', async () => {
    const { limit } = open(where);
    await limit.take(subject);
    await limit.take(subject);
    expect((await limit.take({ ...subject, address: '192.0.2.2' })).kind).toBe('allowed');
  });
  it('is exact when many ask at once', async () => {
    const { limit } = open(where);
    const decisions = await Promise.all(Array.from({ length: 20 }, async () => limit.take(subject)));
    expect(decisions.filter(({ kind }) => kind === 'allowed')).toHaveLength(2);
  });
});

it('by account nobody is counted who has none', async () => {
  const clock = { now: () => new Date(0), monotonic: () => 0 };
  const limit = createRateLimit({ name: 'requests', by: 'account', rules, redis: shared, clock });
  for (let count = 0; count < 5; count += 1) expect(await limit.take(subject)).toEqual({ kind: 'allowed', windows: [] });
  expect(await shared.dbsize()).toBe(0);
});

it('in the process the window ends by the clock', async () => {
  const { limit, time } = open('process');
  await limit.take(subject);
  await limit.take(subject);
  time.now = 60_000;
  expect((await limit.take(subject)).kind).toBe('allowed');
  expect(await limit.take(subject)).toMatchObject({ kind: 'limited', retryAfterSeconds: 86_340 });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:DB8::1:0:0:0:1', '2001:db8:0:1::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['', 'unknown'],
  ['svc_live_what-a-proxy-passed-on', 'unknown'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
