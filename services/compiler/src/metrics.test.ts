import { METRICS } from '@kirchhoff/platform';
import { startTestCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';
import { upTo } from './testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await startTestCompiler();
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(10));
});
afterAll(async () => compiler.close());

async function metricsText(): Promise<string> {
  return (await compiler.metrics?.text()) ?? '';
}

/** Returns the value of a sample; `undefined` if it is not shown. */
async function valueOf(sample: string): Promise<number | undefined> {
  const line = (await metricsText()).split('\n').find((each) => each.startsWith(`kirchhoff_${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

it('shows the metrics that the table names for the compiler, and no other of our own', async () => {
  const shown = Array.from((await metricsText()).matchAll(/^# TYPE kirchhoff_(\S+)/gm), ([, each]) => each);
  const own = Object.entries(METRICS).filter(([, { of }]) => of.some((each) => each === 'compiler'));
  // The process itself shows its readiness.
  expect(new Set([...shown, 'ready'])).toEqual(new Set(own.map(([name]) => name)));
});

it('counts each decision by its verdict: of checks, of batches and of AuthZEN', async () => {
  await compiler.check(account, policyId, 'pay', { cents: 5 }).expect(200);
  await compiler.check(account, policyId, 'pay', { cents: 50 }).expect(200);
  const actions = [5, 6, 70].map((n) => ({ category: 'pay', params: { cents: n } }));
  await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
  // Denied, since it gives no amount.
  const evaluation = { subject: { type: 'user', id: 'ada' }, action: { name: 'pay' }, resource: { type: 'bill', id: '1' } };
  await compiler.post(account, `/v1/policies/${policyId}/access/v1/evaluation`, evaluation).expect(200);
  expect(await valueOf('policy_decisions_total{verdict="ALLOW"}')).toBe(3);
  expect(await valueOf('policy_decisions_total{verdict="DENY"}')).toBe(3);
  expect(await valueOf('policy_decisions_total{verdict="REVIEW"}')).toBe(0);
});

it('counts the look-ups in its caches', async () => {
  const before = await valueOf('cache_requests_total{cache="policies",result="hit"}');
  await compiler.check(account, policyId, 'pay', { cents: 5 }).expect(200);
  expect(await valueOf('cache_requests_total{cache="policies",result="miss"}')).toBe(1);
  expect(await valueOf('cache_requests_total{cache="policies",result="hit"}')).toBe((before ?? 0) + 1);
});

it('counts the queries of its threads to the solver, whichever pool has asked', async () => {
  const source =
    'circuit masked {\n  input a: 0..65_535\n  input b: 0..65_535\n  output c: 0..65_535\n  c = (a ^ b) ^ b\n  ensure c == a\n}\n';
  await compiler.post(account, '/v1/analyze', { source }).expect(200);
  expect(await valueOf('solver_queries_total{outcome="unsat"}')).toBeGreaterThan(0);
  expect(await valueOf('solver_queries_total{outcome="out"}')).toBe(0);
});
