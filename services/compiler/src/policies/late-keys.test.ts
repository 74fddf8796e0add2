import { connectRedis, createLogger, hashKey, parseKey, Revocations, systemClock } from '@kirchhoff/platform';
import { withLateBody } from '@kirchhoff/testing';
import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let address: string;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await startTestCompiler();
  address = await compiler.serve();
});
beforeEach(async () => {
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(100));
});
afterEach(async () => compiler.redis.restore());
afterAll(async () => compiler.close());

const markRevoked = async () => compiler.database.apiKey.update({ where: { id: account.keyId }, data: { revokedAt: new Date() } });

/** Revokes the key as the registry does, until the revocation would be answered. */
async function revoke(): Promise<void> {
  await markRevoked();
  const redis = await connectRedis(compiler.redis.url, createLogger('test', 'silent'));
  const key = parseKey(account.key);
  if (key === undefined) throw new Error('the fixture makes keys');
  await new Revocations(redis.messages, systemClock).announce(hashKey(key), systemClock.monotonic());
  redis.close();
}

const WAYS: readonly (readonly [string, () => Promise<void>])[] = [
  ['by a process that tells it', revoke],
  [
    'by a process that cannot tell it',
    async () => {
      compiler.redis.cut();
      await revoke();
    },
  ],
];
const action = { category: 'pay', params: { cents: 1 } };
const REQUESTS: readonly (readonly [string, string, () => string, object])[] = [
  ['a check', 'POST', () => '/v1/policy/check', { action }],
  ['a new version', 'PUT', () => `/v1/policies/${policyId}`, { source: upTo(200) }],
  ['an activation', 'POST', () => `/v1/policies/${policyId}/activate`, { version: 1 }],
];

describe.each(WAYS)('a key that is revoked %s', (_way, revoked) => {
  it.each(REQUESTS)('401: while the body of %s comes', async (_name, method, path, rest) => {
    await compiler.check(account, policyId, 'pay', { cents: 1 }).expect(200);
    const body = path().endsWith('check') ? { policy_id: policyId, ...rest } : rest;
    const answer = await withLateBody(address, { method, path: path(), key: account.key, body }, revoked);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('This key is unknown, revoked or expired.');
    expect(await compiler.database.policyVersion.count({ where: { policyId } })).toBe(1);
    expect(await compiler.database.auditRecord.count({ where: { subject: policyId } })).toBe(1);
  });
});

const put = (body: object) => compiler.api.put(`/v1/policies/${policyId}`).set(bearer(account)).send(body);
const WRITES: readonly (readonly [string, () => PromiseLike<{ readonly status: number; readonly body: unknown }>])[] = [
  ['a new version', () => put({ source: upTo(200) })],
  ['a new name', () => put({ name: 'renamed' })],
  ['an activation', () => compiler.post(account, `/v1/policies/${policyId}/activate`, { version: 2 })],
  ['a candidate', () => compiler.post(account, `/v1/policies/${policyId}/versions`, { source: upTo(300) })],
  ['the cases', () => compiler.api.put(`/v1/policies/${policyId}/cases`).set(bearer(account)).send({ cases: [] })],
  ['the end of the policy', () => compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(account))],
];

/** Sends a write, and does something before its transaction has the lock of the policy. */
async function beforeLock(write: () => PromiseLike<{ readonly status: number; readonly body: unknown }>, change: () => Promise<unknown>) {
  const { answer } = await compiler.database.$transaction(
    async (session) => {
      await session.$executeRaw`SELECT 1 FROM policies WHERE id = ${policyId} FOR UPDATE`;
      const sent = Promise.resolve(write());
      await eventually('the write waits for its policy', async () => {
        const waiting = await compiler.database.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return waiting.length === 1;
      });
      await change();
      return { answer: sent };
    },
    { timeout: 30_000 },
  );
  return answer;
}

const state = async () => [
  await compiler.database.policy.findUnique({ where: { id: policyId } }),
  await compiler.database.policyVersion.count({ where: { policyId } }),
  await compiler.database.auditRecord.count({ where: { subject: policyId } }),
];
const suspend = async () => compiler.database.account.update({ where: { id: account.accountId }, data: { suspendedAt: new Date() } });

describe('a write that was accepted before the key ended', () => {
  beforeEach(async () => {
    await put({ source: upTo(150) }).expect(200);
    await compiler.post(account, `/v1/policies/${policyId}/activate`, { version: 1 }).expect(200);
  });

  it.each(WRITES)('401: %s writes nothing after a revocation', async (_name, write) => {
    const before = await state();
    expect(await beforeLock(write, markRevoked)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await state()).toEqual(before);
  });

  it('403: a new version writes nothing after the suspension of the account', async () => {
    const before = await state();
    const answer = await beforeLock(() => put({ source: upTo(200) }), suspend);
    expect(answer).toMatchObject({ status: 403, body: { code: 'account-suspended' } });
    expect(await state()).toEqual(before);
  });
});
