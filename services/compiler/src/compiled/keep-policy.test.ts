import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { type KeptPolicy, keepPolicy } from '@kirchhoff/policy';
import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { GATEWAY, upTo } from '../testing/sources.fixture.js';

/** The package that keeps a policy fresh, against the service. */

let compiler: TestCompiler;
let account: TestAccount;
const kept: KeptPolicy[] = [];
beforeAll(async () => {
  compiler = await startTestCompiler();
  account = await compiler.register();
});
afterEach(async () => {
  for (const each of kept.splice(0)) each.stop();
  await compiler.postgres.restore();
});
afterAll(async () => compiler.close());

async function keep(policyId: string, more: object = {}): Promise<KeptPolicy> {
  const policy = keepPolicy({ url: await compiler.serve(), policyId, key: account.key, every: 50, ...more });
  kept.push(policy);
  expect(await policy.ready).toBe(true);
  return policy;
}

const pay = (cents: number) => ({ category: 'pay', params: { cents } });

it('decides as a check does', async () => {
  const policyId = await compiler.createPolicy(account, GATEWAY);
  const policy = await keep(policyId);
  const actions = [
    { category: 'pay.refund', params: { cents: 5_001, to_original_card: true } },
    { category: 'net.connect', params: { host: 'api.example.com', port: 443 } },
    { category: 'net.connect', params: { host: 'API.example.com', port: 443 } },
    { category: 'pay.steal', params: {} },
  ];
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
  const ids = { policy_id: policyId, policy_version: policy.version, policy_hash: policy.hash, decision_id: expect.any(String) };
  expect(body.decisions).toEqual(actions.map((action) => ({ ...policy.decide(action), ...ids })));
});

it('follows a change, a roll-back and a withdrawal', async () => {
  const policyId = await compiler.createPolicy(account, upTo(10));
  const policy = await keep(policyId);
  expect([policy.version, policy.decide(pay(11)).verdict]).toEqual([1, 'DENY']);
  await compiler.api
    .put(`/v1/policies/${policyId}`)
    .set(bearer(account))
    .send({ source: upTo(11) })
    .expect(200);
  await eventually('the next version decides', () => policy.version === 2);
  expect(policy.decide(pay(11)).verdict).toBe('ALLOW');
  await compiler.post(account, `/v1/policies/${policyId}/activate`, { version: 1 }).expect(200);
  await eventually('the first version decides again', () => policy.version === 1);
  expect(policy.decide(pay(11)).verdict).toBe('DENY');
  await compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(account)).expect(204);
  await eventually('no version decides', () => policy.version === null);
  expect(policy.decide(pay(1))).toMatchObject({ verdict: 'DENY', rule: null, reason: 'policy-withdrawn' });
});

it('decides through an outage of Postgres until it is too old, since the service confirms nothing then, and recovers', async () => {
  const policy = await keep(await compiler.createPolicy(account, upTo(20)), { maxAge: 1_500 });
  compiler.postgres.cut();
  // Everything that the service has read before is too old for an answer.
  compiler.advance(6_000);
  expect(policy.decide(pay(20)).verdict).toBe('ALLOW');
  await eventually('the policy is too old', () => policy.decide(pay(20)).reason === 'policy-too-old');
  await compiler.postgres.restore();
  compiler.advance(1_000);
  await eventually('it decides again', () => policy.decide(pay(20)).verdict === 'ALLOW');
});

it('the page shows what its example says', async () => {
  const page = readFileSync(join(__dirname, '../../../../docs/in-process.md'), 'utf8');
  const block = (language: string): string => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
  const example = block('js');
  const shown = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  expect(shown.length).toBeGreaterThan(4);
  const said: string[] = [];
  const log = (...words: readonly unknown[]) => void said.push(words.join(' '));
  const names = {
    keepPolicy,
    console: { log },
    url: await compiler.serve(),
    policyId: await compiler.createPolicy(account, block('kir')),
    key: account.key,
  };
  await runInThisContext(`(async ({ ${Object.keys(names).join(', ')} }) => {${example}})`)(names);
  expect(said).toEqual(shown);
});
