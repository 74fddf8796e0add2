import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await startTestCompiler({ AUTH_GRACE_SECONDS: '60' });
});
beforeEach(async () => {
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(100));
  await compiler.check(account, policyId, 'pay', { cents: 1 }).expect(200);
});
afterEach(async () => {
  await Promise.all([compiler.postgres.restore(), compiler.redis.restore()]);
  // After an answer that came too late the next question waits for a pause.
  compiler.advance(1_000);
});
afterAll(async () => compiler.close());

const check = (cents = 1, who = account) => compiler.check(who, policyId, 'pay', { cents });

describe('Postgres stopped', () => {
  it('a key and a policy that were read within the grace serve on, and decide as before', async () => {
    compiler.postgres.cut();
    compiler.advance(50_000);
    expect((await check(1).expect(200)).body).toMatchObject({ verdict: 'ALLOW', policy_version: 1 });
    expect((await check(101).expect(200)).body).toMatchObject({ verdict: 'DENY', rule: null });
    const actions = [1, 101].map((cents) => ({ category: 'pay', params: { cents } }));
    const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
    expect(body.decisions).toMatchObject([{ verdict: 'ALLOW' }, { verdict: 'DENY' }]);
  });

  it('each decision by cached state has the age of that state', async () => {
    compiler.postgres.cut();
    compiler.advance(50_000);
    const { body } = await check().expect(200);
    expect(body.stale).toBe(true);
    expect(body.age_seconds).toBeGreaterThanOrEqual(50);
    const actions = [1, 101].map((cents) => ({ category: 'pay', params: { cents } }));
    const batch = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
    expect(batch.body.decisions).toMatchObject([{ stale: true }, { stale: true }]);
    await compiler.postgres.restore();
    compiler.advance(1_000);
    await eventually('nothing is stale any more', async () => !Object.hasOwn((await check().expect(200)).body, 'stale'));
  });

  it('a key alone that was verified before makes the decision stale', async () => {
    compiler.postgres.cut();
    compiler.advance(2_000);
    expect((await check().expect(200)).body).toMatchObject({ stale: true, age_seconds: expect.any(Number) });
  });

  it('after the grace it is 503 with Retry-After', async () => {
    compiler.postgres.cut();
    compiler.advance(60_001);
    const { body, headers } = await check().expect(503);
    expect(body.code).toBe('unavailable');
    expect(headers['retry-after']).toBeDefined();
  });

  it('a key that was not seen before, and a policy that was not loaded, are 503', async () => {
    const fresh = await compiler.register();
    const unloaded = await compiler.createPolicy(account, upTo(7));
    compiler.postgres.cut();
    compiler.advance(2_000);
    await check(1, fresh).expect(503);
    await compiler.check(account, unloaded, 'pay', { cents: 1 }).expect(503);
  });

  it('all else is 503, and nothing of it half-done', async () => {
    compiler.postgres.cut();
    compiler.advance(2_000);
    await compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js' }).expect(503);
    await compiler.post(account, '/v1/policies', { name: 'late', source: upTo(9) }).expect(503);
    await compiler.api.get(`/v1/policies/${policyId}/compiled`).set(bearer(account)).expect(503);
    await compiler.api
      .put(`/v1/policies/${policyId}`)
      .set(bearer(account))
      .send({ source: upTo(9) })
      .expect(503);
    await compiler.api.get(`/v1/policies/${policyId}`).set(bearer(account)).expect(503);
    await compiler.api.get('/v1/health').expect(503);
    await compiler.api.get('/readyz').expect(503);
    await compiler.api.get('/livez').expect(200);
    expect(await compiler.database.policy.count({ where: { name: 'late' } })).toBe(0);
    expect(await compiler.database.policyVersion.count({ where: { policyId } })).toBe(1);
  });

  it('a policy that was announced as changed is not decided by its old version', async () => {
    compiler.postgres.cut();
    await compiler.announceChange(policyId);
    await eventually('the old version is given up', async () => (await check(1)).status === 503);
  });

  it('serves as ever when it is back', async () => {
    compiler.postgres.cut();
    compiler.advance(60_001);
    await check().expect(503);
    await compiler.postgres.restore();
    await check().expect(200);
  });
});

describe('Postgres hanging', () => {
  afterEach(() => compiler.postgres.cut());

  it('holds a check up for as long as it has patience, and those after it not at all', async () => {
    compiler.postgres.freeze();
    compiler.advance(6_000);
    expect((await check(1).expect(200)).body.verdict).toBe('ALLOW');
    const started = performance.now();
    expect((await check(101).expect(200)).body.verdict).toBe('DENY');
    expect(performance.now() - started).toBeLessThan(400);
  });

  it('is 503 for all else, soon', async () => {
    compiler.postgres.freeze();
    compiler.advance(6_000);
    await compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js' }).expect(503);
  });
});

describe('Redis stopped', () => {
  it('changes nothing for a check', async () => {
    compiler.redis.cut();
    expect((await check(1).expect(200)).body.verdict).toBe('ALLOW');
    compiler.advance(6_000);
    expect((await check(101).expect(200)).body.verdict).toBe('DENY');
  });

  it('changes nothing for anything else', async () => {
    compiler.redis.cut();
    await compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js' }).expect(200);
    const made = await compiler.createPolicy(account, upTo(5));
    await compiler.check(account, made, 'pay', { cents: 1 }).expect(200);
    expect((await compiler.api.get('/v1/health').expect(200)).body).toMatchObject({ status: 'degraded' });
  });
});
