import { longPolicy } from '@kirchhoff/targets/dist/testing/hard-sources.js';
import { importedPolicy } from '@kirchhoff/targets/dist/testing/loaded.js';
import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { GATEWAY, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const compiled = (policyId: string, tag?: string, who = account) => {
  const request = compiler.api.get(`/v1/policies/${policyId}/compiled`).set(bearer(who));
  return tag === undefined ? request : request.set('If-None-Match', tag);
};

const change = async (policyId: string, body: object) =>
  compiler.api.put(`/v1/policies/${policyId}`).set(bearer(account)).send(body).expect(200);

/** The verdict of a module about a payment. */
function verdictOf(module: string, cents: number): string {
  const [decision = ''] = importedPolicy(module)([JSON.stringify(['pay', { cents }])]);
  return JSON.parse(decision).verdict;
}

it('200: the current version as a module that decides as a check does, and says which it is', async () => {
  const policyId = await compiler.createPolicy(account, GATEWAY);
  const { text, headers } = await compiled(policyId).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-disposition': 'inline; filename="gateway.mjs"',
    'x-content-type-options': 'nosniff',
  });
  const asked = [
    { category: 'pay.refund', params: { cents: 5_000, to_original_card: true } },
    { category: 'pay.refund', params: { cents: 5_001, to_original_card: true } },
    { category: 'net.connect', params: { host: 'db.internal.example.com', port: 443 } },
    { category: 'net.connect', params: { host: 'Example.com', port: '443', more: null } },
    { category: 'pay.steal', params: {} },
  ];
  const decisions = importedPolicy(text)(asked.map(({ category, params }) => JSON.stringify([category, params])));
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions: asked }).expect(200);
  const [{ policy_hash: hash }] = body.decisions;
  const ids = { policy_id: policyId, policy_version: 1, policy_hash: hash, decision_id: expect.any(String) };
  expect(body.decisions).toEqual(decisions.map((decision) => ({ ...JSON.parse(decision), ...ids })));
  const policy = `policy = Object.freeze({ name: 'gateway', hash: '${hash}', policy_id: '${policyId}', version: 1, });`;
  expect(text.replaceAll(/\s+/g, ' ')).toContain(policy);
});

it('304: a version that the caller has is not sent again, until it is changed, and then at once', async () => {
  const policyId = await compiler.createPolicy(account, upTo(50));
  const first = await compiled(policyId).expect(200);
  const again = await compiled(policyId, first.headers['etag']).expect(304);
  expect([again.text, again.headers['etag']]).toEqual(['', first.headers['etag']]);
  await change(policyId, { source: upTo(51) });
  const second = await compiled(policyId, first.headers['etag']).expect(200);
  expect(second.headers['etag']).not.toBe(first.headers['etag']);
  expect([verdictOf(first.text, 51), verdictOf(second.text, 51)]).toEqual(['DENY', 'ALLOW']);
});

/** A policy with one rule, which has that reason. */
function withReason(reason: string): string {
  return upTo(60).replace(/when .*/, `$& "${reason}"`);
}

it('200: a version that differs in its reasons alone, which its hash does not say', async () => {
  const policyId = await compiler.createPolicy(account, withReason('small'));
  const { headers } = await compiled(policyId).expect(200);
  await change(policyId, { source: withReason('tiny') });
  expect((await compiled(policyId, headers['etag']).expect(200)).text).toContain('tiny');
});

it('200: the same bytes for all who ask at once, and by another process', async () => {
  const policyId = await compiler.createPolicy(account, upTo(70));
  const answers = await Promise.all([1, 2, 3, 4].map(async () => compiled(policyId).expect(200)));
  const other = await compiler.another();
  answers.push(await other.api.get(`/v1/policies/${policyId}/compiled`).set(bearer(account)).expect(200));
  expect(new Set(answers.map(({ text, headers }) => `${headers['etag']} ${text}`)).size).toBe(1);
});

it('404: what is unknown, of another form or of another account, and 403 without the scope of a check', async () => {
  const policyId = await compiler.createPolicy(account, upTo(80));
  const [stranger, weak] = await Promise.all([compiler.register(), compiler.register(['read'])]);
  const [foreign, unknown, formless] = await Promise.all([
    compiled(policyId, undefined, stranger).expect(404),
    compiled(`pol_${'0'.repeat(22)}`).expect(404),
    compiled('x').expect(404),
  ]);
  expect(new Set([foreign, unknown, formless].map(({ body }) => body.detail)).size).toBe(1);
  await compiled(policyId, undefined, weak).expect(403);
  await compiler.api.get(`/v1/policies/${policyId}/compiled`).expect(401);
});

it('410: a withdrawn policy, also for those who have its module', async () => {
  const policyId = await compiler.createPolicy(account, upTo(90));
  const { headers } = await compiled(policyId).expect(200);
  await compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(account)).expect(204);
  expect((await compiled(policyId, headers['etag']).expect(410)).body.code).toBe('withdrawn');
});

it('422: a version whose module would be too long', async () => {
  const { body } = await compiled(await compiler.createPolicy(account, longPolicy())).expect(422);
  expect(body).toMatchObject({ code: 'program-too-long', detail: expect.stringContaining('8388608 characters') });
});

it('200: a version whose certificate is refused today has guards everywhere', async () => {
  const divides =
    'policy p {\n action "pay" (cents: 0..100)\n rule small allow on "pay" when (if cents == 0 { 0 } else { 100 / cents }) > 2\n}';
  const [policyId, copy, other] = await Promise.all(
    [divides, divides, upTo(99)].map(async (source) => compiler.createPolicy(account, source)),
  );
  if (policyId === undefined || copy === undefined) throw new Error('no policies');
  const { text: proven } = await compiled(policyId).expect(200);
  const { certificate } = await compiler.database.policyVersion.findFirstOrThrow({ where: { policyId: other ?? '' } });
  await compiler.database.policyVersion.updateMany({ where: { policyId: copy }, data: { certificate } });
  const { text: guarded } = await compiled(copy).expect(200);
  expect([proven.includes('guardThat('), guarded.includes('guardThat(')]).toEqual([false, true]);
  expect([verdictOf(guarded, 30), verdictOf(guarded, 50), verdictOf(guarded, 0)]).toEqual(['ALLOW', 'DENY', 'DENY']);
});
