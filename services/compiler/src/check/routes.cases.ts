import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { GATEWAY, GATEWAY_DECISIONS, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, GATEWAY);
});

const check = (category: string, params: object) => compiler.check(account, policyId, category, params);
const batch = (body: object, who = account) => compiler.post(who, '/v1/policy/check/batch', body);
/** A check whose params are sent in exactly this spelling. */
const checkText = (category: string, params: string) =>
  compiler.api
    .post('/v1/policy/check')
    .set(bearer(account))
    .set('Content-Type', 'application/json')
    .send(`{"policy_id":"${policyId}","action":{"category":"${category}","params":${params}}}`);

describe('a decision', () => {
  it('says what, by which version, by which rules and why', async () => {
    const { body } = await check('net.connect', { host: 'shop.example.com', port: 443 }).expect(200);
    expect(body).toEqual({
      verdict: 'ALLOW',
      policy_id: policyId,
      policy_version: 1,
      policy_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      decision_id: expect.stringMatching(/^dec_[0-9A-Za-z]{22}$/),
      rule: 'web',
      determined_by: ['web'],
      reason: expect.any(String),
    });
  });

  it('has an id of its own each time', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await check('pay.payout', { cents: 1 })).body.decision_id));
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['net.connect', { host: 'db.internal.example.com', port: 443 }, 'DENY', 'internal', 'internal hosts are off limits'],
    ['pay.refund', { cents: 5_000, to_original_card: true }, 'ALLOW', 'small', expect.any(String)],
    ['pay.refund', { cents: 5_001, to_original_card: true }, 'REVIEW', 'large', 'a person looks at large amounts'],
    ['pay.payout', { cents: 10 }, 'DENY', null, expect.stringContaining('default')],
  ])('on %s with %j is %s by %s', async (category, params, verdict, rule, reason) => {
    expect((await check(category, params).expect(200)).body).toMatchObject({ verdict, rule, reason });
  });
});

describe('the gateway of the examples, as it ships', () => {
  it('allows no host that leads elsewhere', async () => {
    const actions = GATEWAY_DECISIONS.map(({ category, params }) => ({ category, params }));
    const { body } = await batch({ policy_id: policyId, actions }).expect(200);
    expect(body.decisions).toHaveLength(GATEWAY_DECISIONS.length);
    expect(body.decisions).toMatchObject(GATEWAY_DECISIONS.map(({ verdict, rule }) => ({ verdict, rule })));
    for (const [index, { verdict }] of body.decisions.entries()) {
      const host = actions[index]?.params.host;
      if (host !== undefined && verdict === 'ALLOW') expect(new URL(`https://${host}/`).hostname).toBe(host);
    }
  });

  it.each([
    '169.254.169.254/.example.com',
    '169.254.169.254#.example.com',
    '169.254.169.254:80?x=.example.com',
    '169.254.169.254\u0000.example.com',
    'evil.test\n.example.com',
  ])('denies %j in a check of its own', async (host) => {
    const { body } = await check('net.connect', { host, port: 443 }).expect(200);
    expect(body).toMatchObject({ verdict: 'DENY', rule: null, determined_by: [], errors: [{ pointer: '/params/host' }] });
  });
});

describe('an action that the policy does not know is a DENY without a rule', () => {
  it.each([
    ['an unknown category', 'net.listen', { port: 443 }, '/category'],
    ['a prefix of a category', 'pay', { cents: 1 }, '/category'],
    ['a name of Object.prototype', '__proto__', {}, '/category'],
    ['another name of Object.prototype', 'constructor', {}, '/category'],
    ['a missing param', 'pay.refund', { cents: 1 }, '/params/to_original_card'],
    ['an unknown param', 'pay.payout', { cents: 1, to: 'x' }, '/params/to'],
    ['a param of another type', 'pay.refund', { cents: '1', to_original_card: true }, '/params/cents'],
    ['a number for a boolean', 'pay.refund', { cents: 1, to_original_card: 1 }, '/params/to_original_card'],
    ['null', 'pay.payout', { cents: null }, '/params/cents'],
    ['a list', 'pay.payout', { cents: [1] }, '/params/cents'],
    ['a param above its domain', 'net.connect', { host: 'x.example.com', port: 65_536 }, '/params/port'],
    ['a param below its domain', 'net.connect', { host: 'x.example.com', port: -1 }, '/params/port'],
    ['a text that is too short', 'net.connect', { host: '', port: 443 }, '/params/host'],
    ['a text that is too long', 'net.connect', { host: `${'x'.repeat(255)}.example.com`, port: 443 }, '/params/host'],
  ])('%s', async (_what, category, params, pointer) => {
    const { body } = await check(category, params).expect(200);
    expect(body).toMatchObject({ verdict: 'DENY', rule: null, determined_by: [], reason: expect.any(String), policy_version: 1 });
    expect(body.errors).toEqual([{ pointer, message: expect.any(String) }]);
  });

  it.each(['443.0', '4.43e2', '-0', '9007199254740993', '443.5', '1e999'])('the number %s for an integer', async (number) => {
    const { body } = await checkText('net.connect', `{"host":"x.example.com","port":${number}}`).expect(200);
    expect(body).toMatchObject({ verdict: 'DENY', rule: null, errors: [{ pointer: '/params/port' }] });
  });

  it('a param named __proto__', async () => {
    const { body } = await checkText('pay.payout', '{"cents":1,"__proto__":{"cents":1}}').expect(200);
    expect(body).toMatchObject({ verdict: 'DENY', rule: null, errors: [{ pointer: '/params/__proto__' }] });
  });
});

describe('a malformed envelope is 400', () => {
  const action = { category: 'pay.payout', params: { cents: 1 } };
  it.each([
    ['nothing', {}, ['/policy_id', '/action']],
    ['no action', { policy_id: 'x' }, ['/action']],
    ['an action without params', { policy_id: 'x', action: { category: 'pay.payout' } }, ['/action/params']],
    ['params that are a list', { policy_id: 'x', action: { ...action, params: [] } }, ['/action/params']],
    ['params that are null', { policy_id: 'x', action: { ...action, params: null } }, ['/action/params']],
    ['a category that is no text', { policy_id: 'x', action: { ...action, category: 7 } }, ['/action/category']],
    ['a field that is not known', { policy_id: 'x', action: { ...action, actor: 'me' } }, ['/action/actor']],
    ['a policy id that is no text', { policy_id: 7, action }, ['/policy_id']],
  ])('%s', async (_what, body, pointers) => {
    const answer = await compiler.post(account, '/v1/policy/check', body).expect(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  it.each(['', '{', '[]', '{"policy_id":"x","policy_id":"y"}', '{"policy_id":"\\ud800"}'])('the body %j', async (text) => {
    const answer = await compiler.api.post('/v1/policy/check').set(bearer(account)).set('Content-Type', 'application/json').send(text);
    expect(answer.status).toBe(400);
  });

  it('but for 5 MB of it, which are 413', async () => {
    await check('pay.payout', { cents: 'x'.repeat(5_000_000) }).expect(413);
  });
});

describe('who may ask', () => {
  it('is whoever has a key of the scope policy:check', async () => {
    const weak = await compiler.register(['policy:write', 'read']);
    const strong = await compiler.register(['policy:check']);
    await compiler.api.post('/v1/policy/check').send({}).expect(401);
    await compiler.check(weak, policyId, 'pay.payout', {}).expect(403);
    await batch({}, weak).expect(403);
    await compiler.check(strong, policyId, 'pay.payout', {}).expect(404);
  });

  it('is 404 for a policy that is unknown, of another form, or of another account', async () => {
    const other = await compiler.register();
    const foreign = await compiler.createPolicy(other, upTo(10));
    await compiler.check(other, foreign, 'pay', { cents: 1 }).expect(200);
    for (const id of [makeIdentifier('policy', systemRandomness), 'pol_x', '', foreign]) {
      await compiler.check(account, id, 'pay', { cents: 1 }).expect(404);
    }
  });

  it('is 410 for one that was withdrawn, at once', async () => {
    const gone = await compiler.createPolicy(account, upTo(10));
    await compiler.check(account, gone, 'pay', { cents: 1 }).expect(200);
    await compiler.api.delete(`/v1/policies/${gone}`).set(bearer(account)).expect(204);
    await compiler.check(account, gone, 'pay', { cents: 1 }).expect(410);
  });
});

describe('a batch', () => {
  it('decides in the order of the actions, each for itself', async () => {
    const limited = await compiler.createPolicy(account, upTo(500));
    const cents = Array.from({ length: 1_000 }, (_, index) => (index * 37) % 1_000);
    const actions = cents.map((amount) => ({ category: amount === 999 ? 'steal' : 'pay', params: { cents: amount } }));
    const { body } = await batch({ policy_id: limited, actions }).expect(200);
    const verdicts = body.decisions.map(({ verdict }: { verdict: string }) => verdict);
    expect(verdicts).toEqual(cents.map((amount) => (amount <= 500 ? 'ALLOW' : 'DENY')));
    expect(new Set(body.decisions.map(({ decision_id: id }: { decision_id: string }) => id)).size).toBe(1_000);
  });

  it('takes none, and 1,000 at most', async () => {
    expect((await batch({ policy_id: policyId, actions: [] }).expect(200)).body).toEqual({ decisions: [] });
    const action = { category: 'pay.payout', params: { cents: 1 } };
    await batch({ policy_id: policyId, actions: Array.from({ length: 1_001 }, () => action) }).expect(400);
  });

  it('is 404 for a policy that is not there, and 410 for one that was withdrawn', async () => {
    const gone = await compiler.createPolicy(account, upTo(10));
    await compiler.api.delete(`/v1/policies/${gone}`).set(bearer(account)).expect(204);
    await batch({ policy_id: gone, actions: [] }).expect(410);
    await batch({ policy_id: 'pol_0000000000000000000000', actions: [] }).expect(404);
  });

  it('names the action whose envelope is malformed', async () => {
    const { body } = await batch({ policy_id: policyId, actions: [{ category: 'a', params: {} }, { category: 'a' }] }).expect(400);
    expect(body.errors).toMatchObject([{ pointer: '/actions/1/params' }]);
  });
});
