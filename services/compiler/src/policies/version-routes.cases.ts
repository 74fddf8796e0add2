import type { DatabaseSession } from '@kirchhoff/platform';
import type { Response } from 'supertest';
import { bearer, eventually, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { OPEN_POLICY, upTo } from '../testing/sources.fixture.js';

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

/** Longer than the write for which a transaction waits. */
const LONG = { timeout: 30_000 };

const path = () => `/v1/policies/${policyId}`;
const get = (rest: string) => compiler.api.get(`${path()}${rest}`).set(bearer(account));
const post = (rest: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  compiler.post(account, `${path()}${rest}`, body).set(headers);
const put = (rest: string, body: object) => compiler.api.put(`${path()}${rest}`).set(bearer(account)).send(body);
const tag = async (rest = '') => (await get(rest).expect(200)).headers['etag'] ?? '';
const check = async (cents: number) => {
  const action = { category: 'pay', params: { cents } };
  const { body } = await compiler.post(account, '/v1/policy/check', { policy_id: policyId, action }).expect(200);
  return [body.verdict, body.policy_version];
};
const actions = async () => {
  const records = await compiler.database.auditRecord.findMany({ where: { subject: policyId }, orderBy: { id: 'asc' } });
  return records.map(({ action, detail }) => [action, detail]);
};

/** Sends a write, and makes a change between its read of the policy and its write. */
const whileChanged = async (
  write: () => PromiseLike<Response>,
  change: (session: DatabaseSession) => Promise<unknown>,
): Promise<Response> => {
  const { answer } = await compiler.database.$transaction(async (session) => {
    await session.$executeRaw`SELECT 1 FROM policies WHERE id = ${policyId} FOR UPDATE`;
    const sent = Promise.resolve(write());
    await eventually('the write waits for its policy', async () => {
      const waiting = await compiler.database.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT 1 FROM policies%FOR UPDATE'`;
      return waiting.length === 1;
    });
    await change(session);
    return { answer: sent };
  }, LONG);
  return answer;
};
const whileCasesChange = async (write: () => PromiseLike<Response>): Promise<Response> =>
  whileChanged(
    write,
    async (session) => session.$executeRaw`UPDATE policy_cases SET revision = revision + 1 WHERE policy_id = ${policyId}`,
  );

const rename = () => put('', { name: 'renamed', source: upTo(100) });
const activateSecond = async (session: DatabaseSession) =>
  session.$executeRaw`UPDATE policies SET current_version = 2 WHERE id = ${policyId}`;

describe('versions', () => {
  it('200: lists all, newest first, and reads each', async () => {
    await put('', { source: upTo(200) }).expect(200);
    const { body } = await get('/versions').expect(200);
    expect(body.versions.map((each: { version: number; current: boolean }) => [each.version, each.current])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(body.versions[0]).toEqual({
      policy_id: policyId,
      version: 2,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      assurance: 'kernel',
      language_version: expect.any(String),
      engine_version: expect.any(String),
      current: true,
      created_at: expect.any(String),
    });
    const { body: first } = await get('/versions/1').expect(200);
    expect(first).toEqual({
      ...body.versions[1],
      source: upTo(100),
      warnings: [],
      actions: [{ category: 'pay', params: [{ name: 'cents', domain: { kind: 'integer', lo: 0, hi: 1_000_000 } }] }],
    });
    const { body: page } = await get('/versions?limit=1&page=2').expect(200);
    expect(page.versions).toEqual([body.versions[1]]);
  });

  it('200: reads them after the policy was withdrawn', async () => {
    await compiler.api.delete(path()).set(bearer(account)).expect(204);
    await get('').expect(410);
    expect((await get('/versions').expect(200)).body.versions).toHaveLength(1);
    expect((await get('/versions/1').expect(200)).body.source).toBe(upTo(100));
  });

  it('404: a version that it does not have', async () => {
    for (const version of ['2', '0', '01', 'one', '2147483648', '9999999999', '1.0']) await get(`/versions/${version}`).expect(404);
  });
});

describe('the graph of a version', () => {
  it('200: has the nodes of each action with their domains, and the rules as outputs', async () => {
    const { body, headers } = await get('/versions/1/graph').expect(200);
    expect(body).toMatchObject({ policy_id: policyId, version: 1, name: 'upto', domains_complete: true, components: [] });
    expect(body.actions.map(({ id, category }: { id: string; category: string }) => [id, category])).toEqual([['action0', 'pay']]);
    const [{ nodes, edges }] = body.actions;
    const kinds = nodes.map(({ kind, label }: { kind: string; label: string }) => `${kind} ${label}`);
    expect(kinds).toEqual(expect.arrayContaining(['input cents', 'constant 100', 'output small']));
    expect(nodes.find(({ kind }: { kind: string }) => kind === 'input').domain).toEqual({ kind: 'integer', lo: 0, hi: 1_000_000 });
    const ids = new Set(nodes.map(({ id }: { id: string }) => id));
    expect(edges.every(({ from, to }: { from: string; to: string }) => ids.has(from) && ids.has(to))).toBe(true);
    await get('/versions/1/graph')
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
  });

  it('404: of a version that does not exist; 422: too many nodes; 503: of one that this engine refuses', async () => {
    await get('/versions/2/graph').expect(404);
    const declared = Array.from({ length: 60 }, (_, index) => `  action "a.${index}" (n: 0..9_999)`).join('\n');
    const condition = `n in [${Array.from({ length: 1_000 }, (_, index) => index).join(', ')}]`;
    const large = await compiler.createPolicy(account, `policy large {\n${declared}\n  rule r allow on "a.*" when ${condition}\n}`);
    const graph = compiler.api.get(`/v1/policies/${large}/versions/1/graph`).set(bearer(account));
    expect((await graph.expect(422)).body.code).toBe('program-too-long');
    await compiler.database.policyVersion.updateMany({ where: { policyId }, data: { source: 'policy {' } });
    expect((await get('/versions/1/graph').expect(503)).body.code).toBe('internal');
  });
});

describe('a candidate', () => {
  it('201: decides nothing until it is activated, and rolls back', async () => {
    const { body, headers } = await post('/versions', { source: upTo(200) }).expect(201);
    expect(body).toMatchObject({ policy_id: policyId, version: 2, current: false, source: upTo(200) });
    expect(headers['location']).toBe(`${path()}/versions/2`);
    expect(await check(150)).toEqual(['DENY', 1]);
    const activated = await post('/activate', { version: 2 }).expect(200);
    expect(activated.body).toMatchObject({ policy_id: policyId, version: 2, hash: body.hash });
    expect(await check(150)).toEqual(['ALLOW', 2]);
    await post('/activate', { version: 1 }).expect(200);
    expect(await check(150)).toEqual(['DENY', 1]);
    expect((await get('').expect(200)).body).toMatchObject({ version: 1, source: upTo(100) });
    expect(await actions()).toEqual([
      ['policy.created', expect.anything()],
      ['policy.version_added', { version: 2, hash: body.hash }],
      ['policy.activated', { version: 2, before: 1 }],
      ['policy.activated', { version: 1, before: 2 }],
    ]);
  });

  it('200: is the version that has this source already, and activating the current version changes nothing', async () => {
    await post('/versions', { source: upTo(200) }).expect(201);
    expect((await post('/versions', { source: upTo(200) }).expect(200)).body.version).toBe(2);
    expect((await post('/versions', { source: upTo(100) }).expect(200)).body.version).toBe(1);
    const before = await tag();
    await post('/activate', { version: 1 }).expect(200);
    expect(await tag()).toBe(before);
    expect(await actions()).toHaveLength(2);
  });

  it('is numbered after all versions, also when an earlier one is current', async () => {
    await put('', { source: upTo(2) }).expect(200);
    await post('/activate', { version: 1 }).expect(200);
    expect((await put('', { source: upTo(3) }).expect(200)).body.version).toBe(3);
    await post('/activate', { version: 1 }).expect(200);
    expect((await post('/versions', { source: upTo(4) }).expect(201)).body.version).toBe(4);
  });

  it('201: at once, each has a number of its own', async () => {
    const limits = [1, 2, 3, 4, 5, 6];
    const written = await Promise.all(limits.map(async (limit) => post('/versions', { source: upTo(limit) }).expect(201)));
    expect(new Set(written.map(({ body }) => body.version))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
    const same = await Promise.all(limits.map(async () => post('/versions', { source: upTo(7) })));
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(same.map(({ body }) => body.version))).toEqual(new Set([8]));
  });

  it('412: is not written or activated where the policy is another than expected', async () => {
    const before = await tag();
    await post('/versions', { source: upTo(200) }, { 'If-Match': before }).expect(201);
    await post('/activate', { version: 2 }, { 'If-Match': before }).expect(200);
    await post('/activate', { version: 1 }, { 'If-Match': before }).expect(412);
    await post('/versions', { source: upTo(300) }, { 'If-Match': before }).expect(412);
    expect(await check(150)).toEqual(['ALLOW', 2]);
  });

  it('422: must close; 404: must exist; 410: not of a withdrawn policy', async () => {
    expect((await post('/versions', { source: OPEN_POLICY }).expect(422)).body.code).toBe('policy-open');
    expect((await post('/versions', { source: 'policy {' }).expect(422)).body.code).toBe('invalid-program');
    await post('/activate', { version: 2 }).expect(404);
    await compiler.api.delete(path()).set(bearer(account)).expect(204);
    await post('/versions', { source: upTo(1) }).expect(410);
    await post('/activate', { version: 1 }).expect(410);
    await put('/cases', { cases: [] }).expect(410);
    await get('/cases').expect(410);
    await post('/compare', { version: 1 }).expect(410);
  });

  it('503: is not activated where this engine reads another policy out of it', async () => {
    await post('/versions', { source: upTo(200) }).expect(201);
    await compiler.database.policyVersion.updateMany({ where: { policyId, version: 2 }, data: { hash: '0'.repeat(64) } });
    expect((await post('/activate', { version: 2 }).expect(503)).body.code).toBe('internal');
    expect(await check(150)).toEqual(['DENY', 1]);
  });
});

describe('cases', () => {
  const small = { name: 'a small amount', category: 'pay', params: { cents: 50 }, verdict: 'ALLOW' };
  const large = { category: 'pay', params: { cents: 5_000 }, verdict: 'DENY' };

  it('200: are kept, and those that the current version fails are listed', async () => {
    expect((await get('/cases').expect(200)).body).toEqual({ policy_id: policyId, cases: [] });
    const wrong = { name: 'wrong', category: 'pay', params: { cents: 100 }, verdict: 'REVIEW' };
    const unknown = { category: 'walk', params: {}, verdict: 'ALLOW' };
    const { body } = await put('/cases', { cases: [small, wrong, unknown] }).expect(200);
    expect(body).toEqual({
      policy_id: policyId,
      cases: [small, wrong, unknown],
      failures: [
        { pointer: '/cases/1', name: 'wrong', category: 'pay', expected: 'REVIEW', verdict: 'ALLOW', rule: 'small' },
        { pointer: '/cases/2', name: null, category: 'walk', expected: 'ALLOW', verdict: 'DENY', rule: null },
      ],
    });
    expect((await get('/cases').expect(200)).body).toEqual({ policy_id: policyId, cases: [small, wrong, unknown] });
    expect((await actions()).at(-1)).toEqual(['policy.cases_set', { cases: 3 }]);
  });

  it('422: a new version has to pass them, unless told otherwise', async () => {
    await put('/cases', { cases: [small, large] }).expect(200);
    const { body } = await put('', { source: upTo(10) }).expect(422);
    expect(body).toMatchObject({
      code: 'cases-failed',
      failures: [{ pointer: '/cases/0', name: 'a small amount', category: 'pay', expected: 'ALLOW', verdict: 'DENY', rule: null }],
    });
    expect((await post('/versions', { source: upTo(10) }).expect(422)).body.code).toBe('cases-failed');
    expect(await check(50)).toEqual(['ALLOW', 1]);
    await put('', { source: upTo(60) }).expect(200);
    await post('/versions', { source: upTo(10), ignore_cases: true }).expect(201);
    expect((await post('/activate', { version: 3 }).expect(422)).body.code).toBe('cases-failed');
    expect(await check(50)).toEqual(['ALLOW', 2]);
    await post('/activate', { version: 3, ignore_cases: true }).expect(200);
    expect(await check(50)).toEqual(['DENY', 3]);
    await put('', { source: upTo(9), ignore_cases: true }).expect(200);
    await put('', { name: 'renamed' }).expect(200);
  });

  it('200: a version whose cases are changed meanwhile is tested by the new ones, and written', async () => {
    await put('/cases', { cases: [small] }).expect(200);
    await post('/versions', { source: upTo(200) }).expect(201);
    expect((await whileCasesChange(() => put('', { source: upTo(300) }))).status).toBe(200);
    expect((await whileCasesChange(() => post('/versions', { source: upTo(400) }))).status).toBe(201);
    expect((await whileCasesChange(() => post('/activate', { version: 2 }))).status).toBe(200);
    expect((await get('').expect(200)).body).toMatchObject({ version: 2, source: upTo(200) });
  });

  it('422: a version that fails the cases that are set meanwhile is not written', async () => {
    await put('/cases', { cases: [small] }).expect(200);
    await post('/versions', { source: upTo(200) }).expect(201);
    const before = await actions();
    const stricter = Buffer.from(JSON.stringify([{ ...small, params: { cents: 150 }, verdict: 'REVIEW' }]));
    const change = async (session: DatabaseSession) =>
      session.$executeRaw`UPDATE policy_cases SET cases = ${stricter}, revision = revision + 1 WHERE policy_id = ${policyId}`;
    for (const write of [
      () => put('', { source: upTo(300) }),
      () => post('/versions', { source: upTo(400) }),
      () => post('/activate', { version: 2 }),
    ]) {
      await put('/cases', { cases: [small] }).expect(200);
      const { status, body } = await whileChanged(write, change);
      expect([status, body.code, body.failures[0].expected]).toEqual([422, 'cases-failed', 'REVIEW']);
    }
    expect((await actions()).filter(([action]) => action !== 'policy.cases_set')).toEqual(
      before.filter(([action]) => action !== 'policy.cases_set'),
    );
    expect(await check(150)).toEqual(['DENY', 1]);
  });

  it('503: a change that repeats the source is not written where another version is activated meanwhile', async () => {
    await post('/versions', { source: upTo(200) }).expect(201);
    const before = await actions();
    const { status, body } = await whileChanged(rename, activateSecond);
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(await actions()).toEqual(before);
    await rename().expect(200);
    expect((await get('').expect(200)).body).toMatchObject({ name: 'renamed', version: 3, source: upTo(100) });
  });

  it('200: whatever is not tested is written all the same while they change', async () => {
    await put('/cases', { cases: [small] }).expect(200);
    const ignored = { ignore_cases: true };
    for (const write of [
      () => put('', { source: upTo(10), ...ignored }),
      () => put('', { name: 'renamed' }),
      () => post('/versions', { source: upTo(20), ...ignored }),
      () => post('/activate', { version: 1, ...ignored }),
      () => put('/cases', { cases: [large] }),
    ]) {
      expect((await whileCasesChange(write)).status).toBeLessThan(300);
    }
    expect((await get('/cases').expect(200)).body.cases).toEqual([large]);
  });

  it('412: are not replaced where they are others than expected', async () => {
    const before = await tag('/cases');
    await put('/cases', { cases: [small] })
      .set('If-Match', before)
      .expect(200);
    await put('/cases', { cases: [] }).set('If-Match', before).expect(412);
    expect((await get('/cases').expect(200)).body.cases).toEqual([small]);
  });

  it('are counted among what the account stores', async () => {
    const bytes = async () =>
      (await compiler.database.accountStorage.findUniqueOrThrow({ where: { accountId: account.accountId } })).octets;
    const before = await bytes();
    await put('/cases', { cases: [small, large] }).expect(200);
    expect(await bytes()).toBe(before + BigInt(JSON.stringify([small, large]).length));
    await put('/cases', { cases: [] }).expect(200);
    expect(await bytes()).toBe(before + 2n);
    await compiler.database.account.update({ where: { id: account.accountId }, data: { limits: { stored_octets: Number(before) + 10 } } });
    expect((await put('/cases', { cases: [small] }).expect(403)).body.code).toBe('storage-exceeded');
    await compiler.database.policyCases.delete({ where: { policyId } });
    expect(await bytes()).toBe(before);
  });

  it('400: too many, too large, or of another form', async () => {
    await put('/cases', { cases: Array.from({ length: 201 }, () => small) }).expect(400);
    const long = { ...small, params: { cents: 1, more: 'x'.repeat(2_000) } };
    await put('/cases', { cases: Array.from({ length: 150 }, () => long) }).expect(400);
    await put('/cases', { cases: [{ ...small, verdict: 'allow' }] }).expect(400);
    await put('/cases', { cases: [{ ...small, params: 1 }] }).expect(400);
  });

  it('400: a number that is no plain integer, which would be kept as null', async () => {
    for (const number of ['1.0', '1e1', '-0', '9007199254740993', '1e400']) {
      const sent = `{"cases":[{"category":"pay","params":{"a/b":[1,{"cents":${number}}]},"verdict":"DENY"}]}`;
      const { body } = await compiler.api
        .put(`${path()}/cases`)
        .set({ ...bearer(account), 'Content-Type': 'application/json' })
        .send(sent)
        .expect(400);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: '/cases/0/params/a~1b/1/cents' })]);
    }
    expect((await get('/cases').expect(200)).body.cases).toEqual([]);
  });
});
