import type supertest from 'supertest';
import { bearer, eventually, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { denying, upTo } from '../testing/sources.fixture.js';

const UNKNOWN = 'pol_0000000000000000000000';
const DECISION = 'dec_0000000000000000000000';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
});
beforeEach(async () => {
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(100));
});

const get = (path: string, who = account) => compiler.api.get(`/v1/policies/${path}`).set(bearer(who));
const put = (body: object, id = policyId, who = account) => compiler.api.put(`/v1/policies/${id}/log`).set(bearer(who)).send(body);
const check = (cents: unknown, more: object = {}) => compiler.check(account, policyId, 'pay', { cents, ...more });
const logged = async (query = '') => (await get(`${policyId}/decisions${query}`).expect(200)).body;

const idsOf = (found: readonly { readonly decision_id: string }[]) => found.map(({ decision_id: id }) => id);

const ofSubject = (id: string) => ({ subject: { type: 'user', id }, action: { name: 'read' }, resource: { type: 'file', id: 'f' } });

/** Waits until this many decisions are in the log, and returns its first part. */
async function settled(count: number) {
  await eventually(`${count} decisions are logged`, async () => (await logged('?limit=100')).decisions.length === count);
  return logged('?limit=100');
}

describe('the settings of a log', () => {
  it('200: off, unless said; each change keeps what it does not name', async () => {
    const off = { mode: 'off', rate: 100, keep: [], retention_days: 30 };
    expect((await get(`${policyId}/log`).expect(200)).body).toEqual(off);
    expect((await put({ mode: 'sampled', rate: 10 }).expect(200)).body).toEqual({ ...off, mode: 'sampled', rate: 10 });
    const { body } = await put({ keep: ['cents', 'cents'], retention_days: 7 }).expect(200);
    expect(body).toEqual({ mode: 'sampled', rate: 10, keep: ['cents'], retention_days: 7 });
    expect((await get(`${policyId}/log`).expect(200)).body).toEqual(body);
  });

  it('412: only as they were read, by their entity tag', async () => {
    const tag = (await get(`${policyId}/log`).expect(200)).headers['etag'] ?? '';
    const changed = await put({ mode: 'all' }).set('If-Match', tag).expect(200);
    expect((await put({ mode: 'off' }).set('If-Match', tag).expect(412)).body.code).toBe('precondition-failed');
    expect((await get(`${policyId}/log`).expect(200)).headers['etag']).toBe(changed.headers['etag']);
    await put({ mode: 'off' })
      .set('If-Match', changed.headers['etag'] ?? '')
      .expect(200);
    await put({ mode: 'all' }).set('If-None-Match', '*').expect(412);
    await put({ mode: 'all' }).set('If-Match', 'no tag').expect(400);
  });

  it('200: each change is in the audit trail, and one that changes no setting is not', async () => {
    await put({ mode: 'all', keep: ['cents'] }).expect(200);
    await put({ mode: 'all' }).expect(200);
    const records = await compiler.database.auditRecord.findMany({ where: { accountId: account.accountId, action: 'policy.log_set' } });
    expect(records).toMatchObject([
      { subject: policyId, apiKeyId: account.keyId, detail: { mode: 'all', rate: 100, keep: ['cents'], retention_days: 30 } },
    ]);
  });

  it('400: only within their bounds', async () => {
    for (const wrong of [
      { mode: 'some' },
      { rate: 0 },
      { retention_days: 91 },
      { keep: ['a b'] },
      { keep: ['a'.repeat(101)] },
      { on: true },
    ])
      await put(wrong).expect(400);
  });

  it('404 of another account and of an unknown policy; 410 of a withdrawn one, whose settings stay readable', async () => {
    const other = await compiler.register();
    for (const [id, who] of [
      [policyId, other],
      [UNKNOWN, account],
      ['pol_', account],
    ] as const) {
      await put({ mode: 'all' }, id, who).expect(404);
      await get(`${id}/log`, who).expect(404);
    }
    await compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(account)).expect(204);
    expect((await put({ mode: 'all' }).expect(410)).body.code).toBe('withdrawn');
    expect((await get(`${policyId}/log`).expect(200)).body.mode).toBe('off');
  });
});

describe('a log', () => {
  it('200: has each decision from the answer of its change on, masked unless kept', async () => {
    await check(1).expect(200);
    expect((await logged()).decisions).toEqual([]);
    await put({ mode: 'all' }).expect(200);
    const { body: first } = await check(5).expect(200);
    await put({ keep: ['cents'] }).expect(200);
    const { body: second } = await check(500).expect(200);
    const { decisions, next, dropped, limit } = await settled(2);
    const about = {
      policy_id: policyId,
      policy_version: 1,
      account_id: account.accountId,
      decided_at: expect.any(String),
      category: 'pay',
    };
    expect(decisions).toEqual([
      { ...about, decision_id: second.decision_id, verdict: 'DENY', rule: null, params: { cents: 500 }, masked: [], replayable: true },
      {
        ...about,
        decision_id: first.decision_id,
        verdict: 'ALLOW',
        rule: first.rule,
        params: { cents: null },
        masked: ['cents'],
        replayable: false,
      },
    ]);
    expect([next, limit, dropped]).toEqual([null, 100, { unwritten: 0, storage: 0, last_at: null }]);
    expect((await get(`${policyId}/decisions/${second.decision_id}`).expect(200)).body).toEqual(decisions[0]);
    await put({ mode: 'off' }).expect(200);
    await check(6).expect(200);
    expect((await logged()).decisions).toHaveLength(2);
  });

  it('200: has refused actions, without what the policy does not declare', async () => {
    await put({ mode: 'all', keep: ['cents', 'card'] }).expect(200);
    await check(5, { card: '4111' }).expect(200);
    await compiler.check(account, policyId, 'no.such'.repeat(100), { cents: 5 }).expect(200);
    const { decisions } = await settled(2);
    const refused = { verdict: 'DENY', rule: null, replayable: false, masked: [] };
    const found = decisions.toSorted((a: { category: string }, b: { category: string }) => b.category.length - a.category.length);
    expect(found).toMatchObject([
      { ...refused, category: 'no.such'.repeat(100).slice(0, 200), params: {} },
      { ...refused, category: 'pay', params: { cents: 5 } },
    ]);
    expect(JSON.stringify(decisions)).not.toContain('4111');
  });

  it('200: has every decision of a batch', async () => {
    await put({ mode: 'all', keep: ['cents'] }).expect(200);
    const actions = Array.from({ length: 1_000 }, (_, cents) => ({ category: 'pay', params: { cents } }));
    const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
    const decided = new Map<string, number>(
      body.decisions.map(({ decision_id: id }: { decision_id: string }, cents: number) => [id, cents]),
    );
    const count = async () => compiler.database.policyDecision.count({ where: { policyId } });
    await eventually('all are logged', async () => (await count()) === 1_000);
    const rows = await compiler.database.policyDecision.findMany({ where: { policyId } });
    for (const { id, params, replayable } of rows) expect([JSON.parse(params), replayable]).toEqual([{ cents: decided.get(id) }, true]);
  });

  it('200: has evaluations of AuthZEN as the actions that they are', async () => {
    const source = 'policy reading {\n  action "read" (subject_id: text[1..99])\n  rule ada allow on "read" when subject_id == "ada"\n}';
    const reading = await compiler.createPolicy(account, source);
    await put({ mode: 'all', keep: ['subject_id'] }, reading).expect(200);
    const evaluations = ['ada', 'bob', 'eve'].map(ofSubject);
    const body = { evaluations, options: { evaluations_semantic: 'deny_on_first_deny' } };
    await compiler.post(account, `/v1/policies/${reading}/access/v1/evaluations`, body).expect(200);
    await compiler.post(account, `/v1/policies/${reading}/access/v1/evaluation`, ofSubject('dan')).expect(200);
    const rows = async () => compiler.database.policyDecision.findMany({ where: { policyId: reading } });
    await eventually('they are logged', async () => (await rows()).length === 3);
    const found = (await rows()).map(({ params, verdict, category, replayable }) => `${params} ${verdict} ${category} ${replayable}`);
    expect(found.toSorted()).toEqual([
      '{"subject_id":"ada"} ALLOW read true',
      '{"subject_id":"bob"} DENY read true',
      '{"subject_id":"dan"} DENY read true',
    ]);
  });

  it('200: of a sample has just those that their identifier chooses', async () => {
    await put({ mode: 'sampled', rate: 10 }).expect(200);
    const actions = Array.from({ length: 1_000 }, () => ({ category: 'pay', params: { cents: 1 } }));
    await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
    await put({ mode: 'all' }).expect(200);
    const { body } = await check(1).expect(200);
    await eventually('the last is logged', async () => (await get(`${policyId}/decisions/${body.decision_id}`)).status === 200);
    const count = await compiler.database.policyDecision.count({ where: { policyId } });
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(200);
  });

  it('200: is searched by verdict, rule and time, and followed part by part', async () => {
    await put({ mode: 'all' }).expect(200);
    for (const cents of [1, 500, 2, 600, 3]) await check(cents).expect(200);
    const { decisions } = await settled(5);
    const ids = idsOf(decisions);
    const wherever = (verdict: string) => decisions.filter((each: { verdict: string }) => each.verdict === verdict);
    expect(idsOf((await logged('?verdict=DENY')).decisions)).toEqual(idsOf(wherever('DENY')));
    const [{ rule }] = wherever('ALLOW');
    expect(idsOf((await logged(`?rule=${rule}`)).decisions)).toEqual(idsOf(wherever('ALLOW')));
    expect((await logged('?rule=no_such')).decisions).toEqual([]);
    const times = decisions.map((each: { decided_at: string }) => each.decided_at);
    expect(idsOf((await logged(`?from=${times[2]}&to=${times[0]}`)).decisions)).toEqual(
      ids.filter((_, index) => times[index] >= times[2] && times[index] < times[0]),
    );
    const followed: string[] = [];
    let path: string | undefined = `/v1/policies/${policyId}/decisions?limit=2`;
    while (path !== undefined) {
      const part: supertest.Response = await compiler.api.get(path).set(bearer(account)).expect(200);
      followed.push(...idsOf(part.body.decisions));
      path = /<([^>]*)>; rel="next"/.exec(part.headers['link'] ?? '')?.[1];
      expect(path === undefined).toBe(part.body.next === null);
    }
    expect(followed).toEqual(ids);
  });

  it('400: of a cursor or a time that is none', async () => {
    for (const wrong of ['cursor=x', 'from=yesterday', 'from=2016-12-31T23:59:60Z', 'verdict=allow', 'limit=101', 'page=1'])
      await get(`${policyId}/decisions?${wrong}`).expect(400);
  });

  it('404: of another account, an unknown policy, an unknown decision, and a decision of another policy', async () => {
    await put({ mode: 'all' }).expect(200);
    const { body } = await check(1).expect(200);
    await settled(1);
    const other = await compiler.register();
    await get(`${policyId}/decisions`, other).expect(404);
    await get(`${policyId}/decisions/${body.decision_id}`, other).expect(404);
    await get(`${UNKNOWN}/decisions`).expect(404);
    await get(`${policyId}/decisions/${DECISION}`).expect(404);
    await get(`${policyId}/decisions/dec_x`).expect(404);
    const second = await compiler.createPolicy(account, upTo(7));
    await get(`${second}/decisions/${body.decision_id}`).expect(404);
  });

  it('403: for a key that may only check', async () => {
    const { key, keyId } = account;
    await compiler.database.apiKey.update({ where: { id: keyId }, data: { scopes: ['policy:check'] } });
    await eventually('the key has one scope', async () => (await get(`${policyId}/decisions`, { ...account, key })).status === 403);
    await get(`${policyId}/log`).expect(403);
    await check(1).expect(200);
  });

  it('200: of a withdrawn policy stays readable', async () => {
    await put({ mode: 'all' }).expect(200);
    await check(1).expect(200);
    await settled(1);
    await compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(account)).expect(204);
    expect((await logged()).decisions).toHaveLength(1);
  });

  it('200: of a policy that is too dear for the event loop has its decisions too', async () => {
    const dear = await compiler.createPolicy(account, denying(1_000));
    await put({ mode: 'all', keep: ['cents'] }, dear).expect(200);
    const { body } = await compiler.check(account, dear, 'pay', { cents: 1 }).expect(200);
    await eventually('it is logged', async () => (await get(`${dear}/decisions/${body.decision_id}`)).status === 200);
    const found = await get(`${dear}/decisions/${body.decision_id}`);
    expect(found.body).toMatchObject({ category: 'pay', params: { cents: 1 }, replayable: true });
  });
});
