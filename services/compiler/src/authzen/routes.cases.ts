import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { bearer, eventually, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { EQUAL_RECORDS, upTo } from '../testing/sources.fixture.js';
import { RECORDS } from './todo.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, RECORDS);
});

const path = (which: string, id = policyId) => `/v1/policies/${id}/access/v1/${which}`;
const evaluate = (body: object, who = account) => compiler.post(who, path('evaluation'), body);
const evaluateAll = (body: object, who = account) => compiler.post(who, path('evaluations'), body);

const ADA = { type: 'user', id: 'ada' };
const BOB = { type: 'user', id: 'bob' };
const RECORD = { type: 'record', id: '1' };
const record = (status: unknown) => ({ ...RECORD, properties: { status } });
const named = (name: string, properties?: object) => (properties === undefined ? { name } : { name, properties });
const OPEN = { subject: ADA, action: named('open'), resource: RECORD };
const decisions = (body: { readonly evaluations: readonly { readonly decision: boolean }[] }) =>
  body.evaluations.map(({ decision }) => decision);
/** The decisions about two evaluations by one subject. */
const twice = async (subject: object, evaluations_semantic: string) =>
  decisions((await evaluateAll({ ...OPEN, subject, options: { evaluations_semantic }, evaluations: [{}, {}] }).expect(200)).body);
const pay = (n: number) => ({ action: named('pay', { n }) });
const WRITE = { subject: ADA, action: named('write'), resource: record('active') };

describe('an evaluation', () => {
  it('is true where the policy allows it, and says by which rule', async () => {
    expect((await evaluate(OPEN).expect(200)).body).toEqual({
      decision: true,
      context: {
        id: expect.stringMatching(/^dec_[0-9A-Za-z]{22}$/),
        verdict: 'ALLOW',
        reason: 'rule own applies: allow',
        rule: 'own',
        determined_by: ['own'],
        policy_version: 1,
        policy_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  it('is false where the policy wants a person to look, and says so', async () => {
    const { body } = await evaluate({ ...WRITE, resource: record('archived') }).expect(200);
    expect(body).toEqual({
      decision: false,
      context: {
        id: expect.stringMatching(/^dec_[0-9A-Za-z]{22}$/),
        verdict: 'REVIEW',
        reason: 'a person looks at archived records',
        rule: 'archived',
        determined_by: ['archived'],
        policy_version: 1,
        policy_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  it.each([
    ['type and id of subject and resource', OPEN, true],
    ['another type of the subject', { ...OPEN, subject: { ...ADA, type: 'robot' } }, false],
    ['another id of the resource', { ...OPEN, resource: { ...RECORD, id: '2' } }, false],
    ['a property of the subject', { ...WRITE, subject: { ...BOB, properties: { role: 'admin' } }, action: named('promote') }, true],
    ['another property of the subject', { ...WRITE, subject: { ...BOB, properties: { role: 'clerk' } }, action: named('promote') }, false],
    ['a property of the resource', WRITE, true],
    ['a property of the action', { ...OPEN, action: named('delete', { soft: true }) }, true],
    ['another property of the action', { ...OPEN, action: named('delete', { soft: false }) }, false],
    ['the context', { ...OPEN, action: named('export', { rows: 100 }), context: { ip_address: '10.0.0.1' } }, true],
    ['a name in camel case', { ...OPEN, action: named('export', { rows: 100 }), context: { ipAddress: '10.0.0.1' } }, true],
    ['a name with an abbreviation', { ...OPEN, action: named('export', { rows: 100 }), context: { IPAddress: '10.0.0.1' } }, true],
    ['a name with a hyphen', { ...OPEN, action: named('export', { rows: 100 }), context: { 'ip-address': '10.0.0.1' } }, true],
  ])('is decided by %s', async (_what, body, decision) => {
    expect((await evaluate(body).expect(200)).body.decision).toBe(decision);
  });

  it('ignores whatever the policy does not declare, and members that are not known', async () => {
    const more = { department: 'Sales', 'a b': [1.5, null], '': {}, ...JSON.parse('{"__proto__":{"role":"admin"}}'), constructor: 'x' };
    const body = {
      subject: { ...ADA, properties: more, name: 'Ada' },
      action: { ...named('open', more), verb: 'GET' },
      resource: { ...RECORD, properties: { ...more, status: 'archived' } },
      context: { ...more, time: '2026-01-01T00:00:00Z' },
      future: { nested: true },
    };
    expect((await evaluate(body).expect(200)).body).toMatchObject({ decision: true, context: { verdict: 'ALLOW' } });
  });
});

describe('what the policy cannot read is false', () => {
  it.each([
    ['an unknown action', { ...OPEN, action: named('steal') }, '/action/name'],
    ['a name of Object.prototype', { ...OPEN, action: named('__proto__') }, '/action/name'],
    ['no property', { ...WRITE, resource: RECORD }, '/resource/properties/status'],
    ['no context', { ...OPEN, action: named('export', { rows: 1 }) }, '/context/ip_address'],
    [
      'a property of another part',
      { ...WRITE, subject: { ...ADA, properties: { status: 'active' } }, resource: RECORD },
      '/resource/properties/status',
    ],
    ['a property beside the properties', { ...WRITE, resource: { ...RECORD, status: 'active' } }, '/resource/properties/status'],
    ['a number for a text', { ...WRITE, resource: record(1) }, '/resource/properties/status'],
    ['null', { ...WRITE, resource: record(null) }, '/resource/properties/status'],
    ['a text that is too long', { ...WRITE, resource: record('a'.repeat(21)) }, '/resource/properties/status'],
    ['a text for a truth', { ...OPEN, action: named('delete', { soft: 'true' }) }, '/action/properties/soft'],
    [
      'a number out of its domain',
      { ...OPEN, action: named('export', { rows: 1_001 }), context: { ipAddress: 'a' } },
      '/action/properties/rows',
    ],
    ['an empty id', { ...WRITE, subject: { ...ADA, id: '' } }, '/subject/id'],
    ['a param that no member can give', { ...OPEN, action: named('pay', { cents: 1 }), context: { cents: 1 } }, ''],
  ])('%s', async (_what, body, pointer) => {
    const { body: answer } = await evaluate(body).expect(200);
    expect(answer).toMatchObject({ decision: false, context: { verdict: 'DENY', rule: null, determined_by: [] } });
    expect(answer.context.errors).toEqual([{ pointer, message: expect.any(String) }]);
  });

  it.each(['100.0', '1e2', '-0', '1e999'])('the number %s for an integer', async (rows) => {
    const text = `{"subject":{"type":"a","id":"a"},"resource":{"type":"a","id":"a"},"action":{"name":"export","properties":{"rows":${rows}}},"context":{"ip_address":"10.0.0.1"}}`;
    const { body } = await compiler.api.post(path('evaluation')).set(bearer(account)).set('Content-Type', 'application/json').send(text);
    expect(body).toMatchObject({ decision: false, context: { errors: [{ pointer: '/action/properties/rows' }] } });
  });

  it.each([
    ['id', { ...OPEN, subject: { ...ADA, properties: { id: 'ada' } } }, '/subject/properties/id'],
    ['id in capitals', { ...OPEN, subject: { ...ADA, properties: { ID: 'ada' } } }, '/subject/properties/ID'],
    ['type', { ...OPEN, resource: { ...RECORD, properties: { type: 'record' } } }, '/resource/properties/type'],
    [
      'the name of another property',
      { ...WRITE, resource: { ...RECORD, properties: { status: 'active', Status: 'active' } } },
      '/resource/properties/Status',
    ],
  ])('a property that gives the same param as %s, even if both are equal', async (_what, body, pointer) => {
    const { body: answer } = await evaluate(body).expect(200);
    expect(answer).toMatchObject({ decision: false, context: { verdict: 'DENY', rule: null, policy_version: 1 } });
    expect(answer.context.errors).toEqual([{ pointer, message: expect.stringContaining('gives the param') }]);
  });

  it('but two names that would give a param that the policy does not declare', async () => {
    const body = { ...WRITE, subject: { ...ADA, properties: { type: 'x', Role: 'a', role: 'b' } } };
    expect((await evaluate(body).expect(200)).body).toMatchObject({ decision: true, context: { verdict: 'ALLOW' } });
  });
});

describe('an optional param', () => {
  const SOURCE = `domain Name = text[1..100]
domain Status = text[1..20]

policy writing {
  action "write" (subject_id: Name, resource_status: Status?)
  action "sign" (subject_id: Name, resource_status: Status, context_place: Status?)
  action "pay" (subject_id: Name, cents: (0..9)?)
  action "nest" (subject_id: Name, context_deep: (0..9)??)

  rule untold allow on "write" when subject_id == "ada" and resource_status == none
  rule active allow on "write" when subject_id == "ada" and resource_status == some "active"
  rule archived review on "write" when resource_status == some "archived"
  rule signs allow on "sign" when context_place == none
  rule pays allow on "pay" when true
  rule nests allow on "nest" when context_deep == none or context_deep == some none or context_deep == some some 1
}
`;
  let optional: string;
  beforeAll(async () => {
    optional = await compiler.createPolicy(account, SOURCE);
  });
  const decided = async (body: object) => {
    const one = await compiler.post(account, path('evaluation', optional), body).expect(200);
    const all = await compiler.post(account, path('evaluations', optional), { evaluations: [body] }).expect(200);
    const { id: _, ...context } = one.body.context;
    expect(all.body.evaluations).toMatchObject([{ decision: one.body.decision, context }]);
    return context;
  };

  it.each([
    ['a status', { resource: record('active') }, 'ALLOW', 'active'],
    ['no status', { resource: RECORD }, 'ALLOW', 'untold'],
    ['properties without a status', { resource: { ...RECORD, properties: {} } }, 'ALLOW', 'untold'],
    ['null', { resource: record(null) }, 'ALLOW', 'untold'],
    ['a status that wants a person', { resource: record('archived') }, 'REVIEW', 'archived'],
    ['a status of no rule', { resource: record('gone') }, 'DENY', null],
    ['no status, of another subject', { subject: BOB, resource: RECORD }, 'DENY', null],
  ])('one policy takes evaluations with it and without it: %s', async (_what, parts, verdict, rule) => {
    const context = await decided({ ...WRITE, ...parts });
    expect(context).toMatchObject({ verdict, rule });
    expect(context).not.toHaveProperty('errors');
  });

  it.each([
    ['the JSON form of an option of an option', { ...WRITE, resource: record({ some: 'active' }) }, '/resource/properties/status'],
    ['a number', { ...WRITE, resource: record(1) }, '/resource/properties/status'],
    ['an empty text, which is none of its values', { ...WRITE, resource: record('') }, '/resource/properties/status'],
    ['a text that is too long', { ...WRITE, resource: record('a'.repeat(21)) }, '/resource/properties/status'],
    [
      'two members that give it',
      { ...WRITE, resource: { ...RECORD, properties: { status: 'active', Status: null } } },
      '/resource/properties/Status',
    ],
    ['another param, which is not optional and absent', { ...OPEN, action: named('sign') }, '/resource/properties/status'],
    ['no place for it in evaluations', { ...OPEN, action: named('pay') }, ''],
    ['an option of an option that is absent', { ...OPEN, action: named('nest') }, '/context/deep'],
    ['a plain value for an option of an option', { ...OPEN, action: named('nest'), context: { deep: 1 } }, '/context/deep'],
  ])('is a denial with %s', async (_what, body, pointer) => {
    const context = await decided(body);
    expect(context).toMatchObject({ verdict: 'DENY', rule: null, determined_by: [] });
    expect(context.errors).toEqual([{ pointer, message: expect.any(String) }]);
  });

  it('an option of an option has the JSON form of values', async () => {
    const nest = { ...OPEN, action: named('nest') };
    for (const deep of [null, { some: null }, { some: 1 }])
      expect(await decided({ ...nest, context: { deep } })).toMatchObject({ rule: 'nests' });
    expect(await decided({ ...nest, context: { deep: { some: 2 } } })).toMatchObject({ verdict: 'DENY' });
  });

  it('is logged as what it was decided by, and can be decided again', async () => {
    await compiler.api
      .put(`/v1/policies/${optional}/log`)
      .set(bearer(account))
      .send({ mode: 'all', keep: ['subject_id', 'resource_status'] })
      .expect(200);
    const { body } = await compiler.post(account, path('evaluation', optional), { ...WRITE, resource: RECORD }).expect(200);
    const logged = async () => compiler.api.get(`/v1/policies/${optional}/decisions/${body.context.id}`).set(bearer(account));
    await eventually('it is logged', async () => (await logged()).status === 200);
    expect((await logged()).body).toMatchObject({
      verdict: 'ALLOW',
      rule: 'untold',
      params: { subject_id: 'ada', resource_status: null },
      masked: [],
      replayable: true,
    });
    const replayed = await compiler.post(account, `/v1/policies/${optional}/replay`, { version: 1 }).expect(200);
    expect(replayed.body).toMatchObject({ decided: 1, same: 1, not_replayable: 0 });
  });
});

describe('a malformed request is 400', () => {
  const parts = ['subject', 'action', 'resource'] as const;
  it.each<readonly [string, object, string]>([
    ...parts.map((part) => [`no ${part}`, { ...OPEN, [part]: undefined }, `/${part}`] as const),
    ...parts.map((part) => [`a text as ${part}`, { ...OPEN, [part]: 'ada' }, `/${part}`] as const),
    ...parts.map((part) => [`null as ${part}`, { ...OPEN, [part]: null }, `/${part}`] as const),
    ['no type of the subject', { ...OPEN, subject: { id: 'ada' } }, '/subject/type'],
    ['no id of the subject', { ...OPEN, subject: { type: 'user' } }, '/subject/id'],
    ['no type of the resource', { ...OPEN, resource: { id: '1' } }, '/resource/type'],
    ['no id of the resource', { ...OPEN, resource: { type: 'record' } }, '/resource/id'],
    ['no name of the action', { ...OPEN, action: {} }, '/action/name'],
    ['a number as name of the action', { ...OPEN, action: { name: 1 } }, '/action/name'],
    ['a number as id', { ...OPEN, subject: { ...ADA, id: 1 } }, '/subject/id'],
    ['properties that are a list', { ...OPEN, subject: { ...ADA, properties: [] } }, '/subject/properties'],
    ['a context that is a text', { ...OPEN, context: 'now' }, '/context'],
  ])('%s', async (_what, body, pointer) => {
    for (const which of ['evaluation', 'evaluations']) {
      const answer = await compiler.post(account, path(which), body).expect(400);
      expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
    }
  });

  it.each(['', '{', '[]', '"x"', '{"subject":1,"subject":2}'])('the body %j', async (text) => {
    for (const which of ['evaluation', 'evaluations']) {
      await compiler.api.post(path(which)).set(bearer(account)).set('Content-Type', 'application/json').send(text).expect(400);
    }
  });

  it('another media type', async () => {
    const { body } = await compiler.api
      .post(path('evaluation'))
      .set(bearer(account))
      .set('Content-Type', 'text/plain')
      .send('{}')
      .expect(400);
    expect(body.errors).toMatchObject([{ pointer: 'header/content-type' }]);
  });
});

describe('several evaluations', () => {
  it('are decided in order, each for itself', async () => {
    const { body } = await evaluateAll({
      evaluations: [OPEN, { ...OPEN, subject: BOB }, { ...WRITE, resource: record('archived') }, OPEN],
    }).expect(200);
    expect(body.evaluations).toMatchObject([
      { decision: true },
      { decision: false, context: { verdict: 'DENY' } },
      { decision: false, context: { verdict: 'REVIEW' } },
      { decision: true },
    ]);
    const ids = body.evaluations.map(({ context }: { context: { id: string } }) => context.id);
    expect(new Set(ids).size).toBe(4);
  });

  it('take what they lack from the defaults, each part as a whole', async () => {
    const { body } = await evaluateAll({
      subject: ADA,
      action: named('write'),
      resource: record('active'),
      evaluations: [{}, { subject: BOB }, { resource: record('archived') }, { resource: RECORD }, { action: named('open') }],
    }).expect(200);
    expect(decisions(body)).toEqual([true, false, false, false, true]);
    expect(body.evaluations[3].context.errors).toMatchObject([{ pointer: '/resource/properties/status' }]);
  });

  it('take the context of the request, unless they have one', async () => {
    const { body } = await evaluateAll({
      ...OPEN,
      action: named('export', { rows: 1 }),
      context: { ip_address: '10.0.0.1' },
      evaluations: [{}, { context: { ip_address: '10.0.0.2' } }, { context: {} }],
    }).expect(200);
    expect(decisions(body)).toEqual([true, false, false]);
  });

  it('may leave out a default that all of them have, or only begin it', async () => {
    const { body } = await evaluateAll({ subject: ADA, action: named('open'), resource: {}, evaluations: [{ resource: RECORD }] }).expect(
      200,
    );
    expect(decisions(body)).toEqual([true]);
  });

  it.each([
    ['the default', undefined, [true, false, true, false]],
    ['execute_all', 'execute_all', [true, false, true, false]],
    ['deny_on_first_deny', 'deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', 'permit_on_first_permit', [true]],
  ])('are decided by %s', async (_what, evaluations_semantic, expected) => {
    const options = evaluations_semantic === undefined ? undefined : { evaluations_semantic, another_option: 1 };
    const { body } = await evaluateAll({ ...OPEN, options, evaluations: [{}, { subject: BOB }, {}, { subject: BOB }] }).expect(200);
    expect(decisions(body)).toEqual(expected);
  });

  it('end at the last one where none ends them before', async () => {
    expect(await twice(ADA, 'deny_on_first_deny')).toEqual([true, true]);
    expect(await twice(BOB, 'permit_on_first_permit')).toEqual([false, false]);
  });

  it.each([
    ['execute_all', [true, false, false, true]],
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('a malformed one is false by itself: %s', async (evaluations_semantic, expected) => {
    const evaluations = [{}, { resource: { type: 'record' } }, { subject: 'ada' }, {}];
    const { body } = await evaluateAll({ ...OPEN, options: { evaluations_semantic }, evaluations }).expect(200);
    expect(decisions(body)).toEqual(expected);
    if (expected.length > 1) {
      expect(body.evaluations[1]).toEqual({
        decision: false,
        context: {
          error: { status: 400, message: expect.any(String) },
          errors: [{ pointer: '/resource/id', message: 'must be present' }],
        },
      });
    }
  });

  it('one whose members give a param twice is false by itself, and ends denials', async () => {
    const evaluations = [{ subject: { ...ADA, properties: { id: 'ada' } } }, {}];
    const all = async (evaluations_semantic: string) =>
      decisions((await evaluateAll({ ...OPEN, options: { evaluations_semantic }, evaluations }).expect(200)).body);
    expect(await all('execute_all')).toEqual([false, true]);
    expect(await all('deny_on_first_deny')).toEqual([false]);
    expect(await all('permit_on_first_permit')).toEqual([false, true]);
  });

  it.each([{}, { evaluations: [] }])('without one the body is the evaluation: %j', async (more) => {
    const allowed = { decision: true, context: { verdict: 'ALLOW', rule: 'own' } };
    expect((await evaluateAll({ ...OPEN, ...more }).expect(200)).body).toMatchObject(allowed);
    expect((await evaluateAll({ ...OPEN, subject: BOB, ...more }).expect(200)).body).toMatchObject({ decision: false });
  });

  it.each([
    ['evaluations that are an object', { evaluations: {} }, '/evaluations'],
    ['an evaluation that is a text', { evaluations: ['x'] }, '/evaluations/0'],
    ['a default that is a text', { ...OPEN, subject: 'ada', evaluations: [OPEN] }, '/subject'],
    ['an unknown semantic', { evaluations: [OPEN], options: { evaluations_semantic: 'any' } }, '/options/evaluations_semantic'],
    ['1,001 evaluations', { ...OPEN, evaluations: Array.from({ length: 1_001 }, () => ({})) }, '/evaluations'],
  ])('%s are 400', async (_what, body, pointer) => {
    const answer = await evaluateAll(body).expect(400);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  it('may be 1,000', async () => {
    const evaluations = Array.from({ length: 1_000 }, (_, index) => (index % 3 === 0 ? {} : { subject: BOB }));
    const { body } = await evaluateAll({ ...OPEN, evaluations }).expect(200);
    expect(decisions(body)).toEqual(evaluations.map((_, index) => index % 3 === 0));
  });

  it('with defaults that would make them too large are 413: a default counts as often as it is used', async () => {
    const subject = { ...ADA, properties: { name: 'x'.repeat(2_000) } };
    const many = Array.from({ length: 1_000 }, () => ({}));
    await evaluateAll({ ...OPEN, subject, evaluations: many }).expect(413);
    await evaluateAll({ ...OPEN, subject, evaluations: many.slice(0, 100) }).expect(200);
    await evaluateAll({ ...OPEN, subject, evaluations: many.map(() => ({ subject: ADA })) }).expect(200);
  });

  it('are decided in a thread where the policy is dear, and end there too', async () => {
    const dear = EQUAL_RECORDS.replace('action "pay" (n: 0..9)', 'action "pay" (action_n: 0..9)').replace(
      'when slow(n)',
      'when action_n < 5 or slow(action_n) and action_n > 8',
    );
    const id = await compiler.createPolicy(account, dear);
    const { body } = await compiler
      .post(account, path('evaluations', id), { subject: ADA, resource: RECORD, evaluations: [pay(1), pay(7), pay(9), pay(1)] })
      .expect(200);
    expect(decisions(body)).toEqual([true, false, true, true]);
    const ended = await compiler.post(account, path('evaluations', id), {
      subject: ADA,
      resource: RECORD,
      options: { evaluations_semantic: 'deny_on_first_deny' },
      evaluations: [pay(1), pay(9), pay(7), pay(1)],
    });
    expect(decisions(ended.body)).toEqual([true, true, false]);
  });
});

describe('who may ask', () => {
  it('is whoever has a key of the scope policy:check', async () => {
    const weak = await compiler.register(['policy:write', 'read']);
    for (const which of ['evaluation', 'evaluations']) {
      await compiler.api.post(path(which)).send(OPEN).expect(401);
      await compiler.post(weak, path(which), OPEN).expect(403);
    }
  });

  it('is 404 for a policy that is unknown, of another form, or of another account, and 410 for one that was withdrawn', async () => {
    const other = await compiler.register();
    const foreign = await compiler.createPolicy(other, upTo(10));
    const gone = await compiler.createPolicy(account, upTo(10));
    await compiler.api.delete(`/v1/policies/${gone}`).set(bearer(account)).expect(204);
    for (const [which, body] of [
      ['evaluation', OPEN],
      ['evaluations', { evaluations: [OPEN] }],
    ] as const) {
      const answers = [makeIdentifier('policy', systemRandomness), 'pol_x', foreign].map(async (id) =>
        compiler.post(account, path(which, id), body),
      );
      const [first, ...rest] = await Promise.all(answers);
      expect(first?.status).toBe(404);
      for (const { status, body: told } of rest) expect([status, told.detail]).toEqual([404, first?.body.detail]);
      await compiler.post(account, path(which, gone), body).expect(410);
    }
  });
});

describe('the id of a request', () => {
  it.each(['bfe9eb29-ab87-4ca3-be83-a1d5d8305716', 'a b/c+d=="e"', 'x'.repeat(1_024)])(
    '%j is sent back, of answers and of problems',
    async (id) => {
      expect((await evaluate(OPEN).set('X-Request-ID', id).expect(200)).headers['x-request-id']).toBe(id);
      const { headers, body } = await evaluate({}).set('X-Request-ID', id).expect(400);
      expect([headers['x-request-id'], body.request_id]).toEqual([id, id]);
      expect((await compiler.api.post(path('evaluations')).set('X-Request-ID', id).expect(401)).headers['x-request-id']).toBe(id);
    },
  );

  it('is a new one if there is none, or if it has a key in it', async () => {
    expect((await evaluate(OPEN).expect(200)).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect((await evaluate(OPEN).set('X-Request-ID', account.key).expect(200)).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the metadata', () => {
  const WELL_KNOWN = '/.well-known/authzen-configuration';

  it('names the endpoints at the address that was asked, for any policy', async () => {
    for (const id of [policyId, makeIdentifier('policy', systemRandomness)]) {
      const { body, headers } = await compiler.api.get(`${WELL_KNOWN}/v1/policies/${id}`).set('Host', 'pdp.example.com:4200').expect(200);
      expect(headers['content-type']).toContain('application/json');
      const base = `http://pdp.example.com:4200/v1/policies/${id}`;
      expect(body).toEqual({
        policy_decision_point: base,
        access_evaluation_endpoint: `${base}/access/v1/evaluation`,
        access_evaluations_endpoint: `${base}/access/v1/evaluations`,
      });
    }
  });

  it('is where the identifier of the decision point says', async () => {
    const { body } = await compiler.api.get(`${WELL_KNOWN}/v1/policies/${policyId}`).expect(200);
    const { origin, pathname } = new URL(body.policy_decision_point);
    const found = await compiler.api
      .get(WELL_KNOWN + pathname)
      .set('Host', new URL(origin).host)
      .expect(200);
    expect(found.body).toEqual(body);
  });

  it('is 404 for what is no policy, and repeats no host that is none', async () => {
    await compiler.api.get(`${WELL_KNOWN}/v1/policies/pol_x`).expect(404);
    await compiler.api.get(WELL_KNOWN).expect(404);
    const { body } = await compiler.api.get(`${WELL_KNOWN}/v1/policies/${policyId}`).set('Host', 'a"b').expect(400);
    expect(body.errors).toMatchObject([{ pointer: 'header/host' }]);
  });
});
