import { bearer, eventually, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, OPEN_POLICY, STATED_DOMAIN, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
});
beforeEach(async () => {
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(100));
  await log({ mode: 'all', keep: ['cents'] });
});

const log = async (body: object, id = policyId) => compiler.api.put(`/v1/policies/${id}/log`).set(bearer(account)).send(body).expect(200);
const replay = (body: object, id = policyId, who = account) => compiler.post(who, `/v1/policies/${id}/replay`, body);
const change = async (body: object) => compiler.api.put(`/v1/policies/${policyId}`).set(bearer(account)).send(body).expect(200);

const kept = async () => [
  await compiler.database.policyDecision.findMany({ where: { policyId } }),
  await compiler.database.policy.findMany({ where: { id: policyId }, include: { versions: true, log: true } }),
];

/** Checks actions, waits until the decisions are logged, and returns them. */
async function decide(actions: readonly { readonly category: string; readonly params: object }[], id = policyId) {
  const count = async () => compiler.database.policyDecision.count({ where: { policyId: id } });
  const before = await count();
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: id, actions }).expect(200);
  await eventually('they are logged', async () => (await count()) === before + actions.length);
  return body.decisions;
}

const pay = (cents: number) => ({ category: 'pay', params: { cents } });
const amounts = (count: number, step = 1) => Array.from({ length: count }, (_, index) => pay(index * step));

it('200: by the version that decided no verdict changes, whatever values the params have', async () => {
  const source = `policy values {
  action "a" (big: 0..9_223_372_036_854_775_807, on: bool, kind: enum { x, y }, list: [0..9; 0..3], pair: (l: 0..9, r: text[0..40]), perhaps: (0..9)?)
  rule one allow on "a" when on and big > 5 and LENGTH(list) < 3
  rule two review on "a" when kind == .y or pair.l == 3
  rule three deny on "a" when pair.r == "no" or (perhaps ?? 5) == 4
  default deny
}`;
  const id = await compiler.createPolicy(account, source);
  await log({ mode: 'all', keep: ['big', 'on', 'kind', 'list', 'pair', 'perhaps'] }, id);
  const actions = Array.from({ length: 300 }, (_, n) => ({
    category: 'a',
    params: {
      big: n % 3 === 0 ? '9223372036854775807' : n % 7,
      on: n % 2 === 0,
      kind: n % 5 === 0 ? 'y' : 'x',
      list: Array.from({ length: n % 4 }, (_each, index) => index),
      pair: { l: n % 10, r: n % 11 === 0 ? 'no' : `"\\\u0001é\u{1f600}${n}` },
      perhaps: n % 6 === 0 ? null : n % 10,
    },
  }));
  const decisions = await decide(actions, id);
  expect(new Set(decisions.map(({ verdict }: { verdict: string }) => verdict)).size).toBe(3);
  const { body } = await replay({ version: 1 }, id).expect(200);
  const same = { decided: 300, same: 300, other_rules: 0, changed_total: 0, changed: [], not_replayable: 0, next: null };
  expect(body).toEqual({ policy_hash: decisions[0].policy_hash, ...same });
  expect((await replay({ source }, id).expect(200)).body).toEqual(body);
});

it('200: by another version lists just the decisions whose verdicts are others', async () => {
  const decisions = await decide(amounts(200));
  const candidate = await compiler.post(account, `/v1/policies/${policyId}/versions`, { source: upTo(50) }).expect(201);
  const { body } = await replay({ version: 2 }).expect(200);
  expect(body).toMatchObject({
    policy_hash: candidate.body.hash,
    decided: 200,
    same: 150,
    changed_total: 50,
    not_replayable: 0,
    next: null,
  });
  const expected = decisions.flatMap(({ decision_id: id }: { decision_id: string }, cents: number) =>
    cents > 50 && cents <= 100 ? [id] : [],
  );
  expect(body.changed.map(({ decision_id: id }: { decision_id: string }) => id).toSorted()).toEqual(expected.toSorted());
  expect(body.changed[0]).toEqual({
    decision_id: expect.any(String),
    decided_at: expect.any(String),
    policy_version: 1,
    category: 'pay',
    old: { verdict: 'ALLOW', rule: 'small' },
    new: { verdict: 'DENY', rule: null },
  });
});

it('200: counts the same verdict by another rule', async () => {
  await decide(amounts(20, 10));
  const renamed = upTo(100).replace('rule small', 'rule little');
  expect((await replay({ source: renamed }).expect(200)).body).toMatchObject({ decided: 20, same: 20, other_rules: 11, changed: [] });
});

it('200: by a source that is open denies where it cannot be evaluated', async () => {
  const id = await compiler.createPolicy(account, OPEN_POLICY.replace('parts: 0..10', 'parts: 1..10'));
  await log({ mode: 'all', keep: ['cents', 'parts'] }, id);
  await decide(
    [1, 2].map((parts) => ({ category: 'pay', params: { cents: 5, parts } })),
    id,
  );
  const open = OPEN_POLICY.replace('cents / parts', 'cents / (parts - 1)');
  const { body } = await replay({ source: open }, id).expect(200);
  expect(body).toMatchObject({ decided: 2, same: 1, changed: [{ old: { verdict: 'ALLOW' }, new: { verdict: 'DENY', rule: null } }] });
});

it('200: counts what cannot be decided again: masked params, and what was no action of the policy', async () => {
  await decide([pay(1), { category: 'pay', params: { cents: 'x' } }, { category: 'steal', params: {} }, { category: 'pay', params: {} }]);
  await log({ keep: [] });
  await decide(amounts(3));
  expect((await replay({ source: upTo(0) }).expect(200)).body).toMatchObject({ decided: 1, changed_total: 1, not_replayable: 6 });
});

it('200: of a stretch of time, in parts', async () => {
  await decide(amounts(10));
  const times = (await compiler.database.policyDecision.findMany({ where: { policyId } })).map(({ decidedAt }) => decidedAt.getTime());
  const at = (milliseconds: number) => new Date(Math.max(...times) + milliseconds).toISOString();
  await decide(amounts(7, 100));
  const body = { source: upTo(0) };
  const whole = (await replay(body).expect(200)).body;
  expect((await replay({ ...body, to: at(1) }).expect(200)).body.decided).toBe(10);
  expect((await replay({ ...body, from: at(1) }).expect(200)).body.decided).toBe(7);
  expect((await replay({ ...body, from: at(100_000) }).expect(200)).body).toMatchObject({ decided: 0, next: null });
  const changed: unknown[] = [];
  let parts = 0;
  for (let cursor: string | undefined; cursor !== undefined || parts === 0; parts += 1) {
    const part = (await replay({ ...body, limit: 5, ...(cursor === undefined ? {} : { cursor }) }).expect(200)).body;
    changed.push(...part.changed);
    cursor = part.next ?? undefined;
  }
  expect([parts, changed]).toEqual([4, whole.changed]);
});

it('200: lists the first 1,000 changes, and counts all; a part has 5,000 decisions', async () => {
  for (let batch = 0; batch < 6; batch += 1) await decide(amounts(1_000));
  const { body } = await replay({ source: upTo(1_000_000) }).expect(200);
  expect(body).toMatchObject({ decided: 5_000, next: expect.any(String) });
  const rest = (await replay({ source: upTo(1_000_000), cursor: body.next }).expect(200)).body;
  expect(rest).toMatchObject({ decided: 1_000, next: null });
  expect(body.changed_total + rest.changed_total).toBe(6 * 899);
  expect([body.changed.length, rest.changed.length]).toEqual([1_000, rest.changed_total]);
}, 60_000);

it('200: of a policy of millions of steps leaves checks of others answering', async () => {
  const id = await compiler.createPolicy(account, STATED_DOMAIN);
  await log({ mode: 'all', keep: ['n'] }, id);
  await decide(
    [1, 2].map((n) => ({ category: 'pay', params: { n } })),
    id,
  );
  const other = await compiler.register();
  const trivial = await compiler.createPolicy(other, upTo(1));
  await compiler.check(other, trivial, 'pay', { cents: 1 }).expect(200);
  const order: string[] = [];
  const dear = replay({ version: 1 }, id)
    .expect(200)
    .then(({ body }) => {
      order.push('replay');
      return body;
    });
  for (let count = 0; count < 5; count += 1) await compiler.check(other, trivial, 'pay', { cents: 1 }).expect(200);
  order.push('checks');
  expect(await dear).toMatchObject({ decided: 2, same: 2 });
  expect(order).toEqual(['checks', 'replay']);
});

it('200: leaves the policy and its log as they are', async () => {
  await decide(amounts(5));
  const before = await kept();
  await replay({ source: upTo(2) }).expect(200);
  expect(await kept()).toEqual(before);
});

it('400: needs exactly one of source and version, files only beside a source, and times that exist', async () => {
  const wrong = [{}, { source: upTo(1), version: 1 }, { version: 1, files: {} }, { version: 1, from: '2016-12-31T23:59:60Z' }];
  for (const body of [...wrong, { version: 1, to: 'x' }, { version: 1, limit: 5_001 }, { version: 1, cursor: 'x' }])
    await replay(body).expect(400);
});

it('404: versions and policies that do not exist or are of another account; 410: a withdrawn one; 422: no policy', async () => {
  await replay({ version: 2 }).expect(404);
  await replay({ version: 1 }, 'pol_0000000000000000000000').expect(404);
  await replay({ version: 1 }, 'pol_').expect(404);
  for (const body of [{ version: 1 }, { source: upTo(1) }]) await replay(body, policyId, await compiler.register()).expect(404);
  expect((await replay({ source: CARD_FEE }).expect(422)).body.code).toBe('invalid-program');
  await change({ name: 'other' });
  await compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(account)).expect(204);
  expect((await replay({ version: 1 }).expect(410)).body.code).toBe('withdrawn');
});
