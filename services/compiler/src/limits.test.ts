import { bearer, startTestCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';
import { CARD_FEE, upTo } from './testing/sources.fixture.js';

/** So little that any run uses it up. */
const BUDGET = { ENGINE_STEPS_PER_MINUTE: '1' };

let compiler: TestCompiler;
/** One whose Redis is cut. */
let alone: TestCompiler;
beforeAll(async () => {
  [compiler, alone] = await Promise.all([startTestCompiler(BUDGET), startTestCompiler(BUDGET)]);
});
afterAll(async () => Promise.all([compiler.close(), alone.close()]));

const analyze = (on: TestCompiler, account: TestAccount) => on.post(account, '/v1/analyze', { source: CARD_FEE });

/** An account that has used up its budget. */
async function spender(on: TestCompiler): Promise<TestAccount> {
  const account = await on.register();
  await analyze(on, account).expect(200);
  return account;
}

it.each([
  ['/v1/analyze', { source: CARD_FEE }],
  ['/v1/compile', { source: CARD_FEE, target: 'js' }],
  ['/v1/evaluate', { source: CARD_FEE, inputs: { amount: 1, region: 'eu' } }],
  ['/v1/policies', { name: 'a', source: upTo(1) }],
])('POST %s spends steps: 429 once there are none', async (path, body) => {
  const account = await compiler.register();
  const first = await compiler.post(account, path, body);
  expect(first.status).toBeLessThan(300);
  expect(first.headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+, "engine-steps";r=1;t=1$/);
  expect(first.headers['ratelimit-policy']).toBe('"requests";q=10000;w=60, "engine-steps";q=1;w=60');
  const second = await compiler.post(account, path, body).expect(429);
  expect(second.body.code).toBe('rate-limited');
  expect(second.headers['ratelimit']).toContain('"engine-steps";r=0');
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
});

it('429: of requests that come at once one is let in', async () => {
  const account = await compiler.register();
  const answers = await Promise.all(Array.from({ length: 20 }, async () => analyze(compiler, account)));
  const having = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([having(200), having(429)]).toEqual([1, 19]);
  for (const { headers } of answers.filter(({ status }) => status === 429))
    expect(headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+, "engine-steps";r=0;t=\d+$/);
});

it('200: sources of a batch for which there are no steps left are refused, with the time of the next attempt', async () => {
  const account = await compiler.register();
  const sources = ['a.kir', 'b.kir', 'c.kir', 'd.kir', 'e.kir', 'f.kir'].map((name) => ({ name, source: CARD_FEE }));
  const { body } = await compiler.post(account, '/v1/analyze/batch', { sources }).expect(200);
  const problem = { code: 'rate-limited', detail: expect.any(String), retry_after: expect.any(Number) };
  const refused = body.results.filter(({ status }: { readonly status: string }) => status === 'refused');
  expect(refused).toHaveLength(5);
  for (const result of refused) expect(result).toEqual({ name: expect.stringMatching(/^[a-f]\.kir$/), status: 'refused', problem });
  await compiler.post(account, '/v1/analyze/batch', { sources }).expect(429);
});

it('429: another source for a policy spends them too', async () => {
  const account = await compiler.register();
  const policyId = await compiler.createPolicy(account, upTo(1));
  await compiler.api
    .put(`/v1/policies/${policyId}`)
    .set(bearer(account))
    .send({ source: upTo(2) })
    .expect(429);
});

it('429: deciding logged actions again spends them too', async () => {
  const account = await compiler.register();
  const policyId = await compiler.createPolicy(account, upTo(1));
  const path = `/v1/policies/${policyId}/replay`;
  expect((await compiler.post(account, path, { version: 1 }).expect(429)).headers['ratelimit']).toContain('"engine-steps";r=0');
});

it('200: policy checks, reading, and other accounts go on', async () => {
  const account = await compiler.register();
  const policyId = await compiler.createPolicy(account, upTo(1));
  await compiler.check(account, policyId, 'pay', { cents: 1 }).expect(200);
  await compiler.api.get('/v1/policies').set(bearer(account)).expect(200);
  await analyze(compiler, await compiler.register()).expect(200);
});

it('200 and 429: by what an operator has set for the account', async () => {
  const account = await compiler.register();
  const set = async ({ accountId }: TestAccount, steps: number) =>
    compiler.database.account.update({ where: { id: accountId }, data: { limits: { 'engine-steps': steps } } });
  await set(account, 1_000_000);
  expect((await analyze(compiler, account).expect(200)).headers['ratelimit-policy']).toContain('"engine-steps";q=1000000;w=60');
  await analyze(compiler, account).expect(200);
  const other = await compiler.register();
  await set(other, 0);
  await analyze(compiler, other).expect(429);
});

it('429: in every process, by one budget', async () => {
  const account = await spender(compiler);
  await analyze(await compiler.another(), account).expect(429);
});

it('429: with Redis out each process keeps it for itself', async () => {
  alone.redis.cut();
  const account = await spender(alone);
  await analyze(alone, account).expect(429);
  // No account owes more than an hour.
  alone.advance(60 * 60_000);
  await analyze(alone, account).expect(200);
});
