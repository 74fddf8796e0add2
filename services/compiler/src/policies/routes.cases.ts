import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, GATEWAY, OPEN_POLICY, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const create = (body: object) => compiler.post(account, '/v1/policies', body);
const get = (path: string, who = account) => compiler.api.get(path).set(bearer(who));
const put = (policyId: string, body: object, who = account) => compiler.api.put(`/v1/policies/${policyId}`).set(bearer(who)).send(body);
const withdraw = (policyId: string, who = account) => compiler.api.delete(`/v1/policies/${policyId}`).set(bearer(who));
const tagOf = async (policyId: string): Promise<string> => (await get(`/v1/policies/${policyId}`).expect(200)).headers['etag'] ?? '';

describe('creating', () => {
  it('is 201 with the policy, its actions and where it is', async () => {
    const { body, headers } = await create({ name: 'gateway', source: GATEWAY, description: 'for agents' }).expect(201);
    expect(body).toEqual({
      policy_id: expect.stringMatching(/^pol_[0-9A-Za-z]{22}$/),
      name: 'gateway',
      description: 'for agents',
      version: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      assurance: 'kernel',
      actions: expect.any(Array),
      warnings: expect.any(Array),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(body.actions[0]).toEqual({
      category: 'net.connect',
      params: [
        { name: 'host', domain: { kind: 'text', lo: 1, hi: 253, form: 'hostname' } },
        { name: 'port', domain: { kind: 'integer', lo: 0, hi: 65_535 } },
      ],
    });
    expect(headers['location']).toBe(`/v1/policies/${body.policy_id}`);
  });

  it('keeps the certificate with the version', async () => {
    const { body } = await create({ name: 'a', source: upTo(1) }).expect(201);
    const [version] = await compiler.database.policyVersion.findMany({ where: { policyId: body.policy_id } });
    expect(version).toMatchObject({ version: 1, hash: body.hash, assurance: 'kernel', source: upTo(1) });
    expect(JSON.parse(Buffer.from(version?.certificate ?? []).toString('utf8'))).toMatchObject({
      certificate: { hash: body.hash, phi_c: 1 },
    });
  });

  it('has the grade of its evidence, or null where it was closed before there were grades', async () => {
    const source = `policy residues {
  action "n.one" (n: 0..63)
  rule even allow on "n.one" when 5 / (2 - n * n % 4) > 2
}
`;
    const { body } = await create({ name: 'residues', source }).expect(201);
    expect(body.assurance).toBe('exhaustive');
    const path = `/v1/policies/${body.policy_id}`;
    expect((await get(path).expect(200)).body.assurance).toBe('exhaustive');
    await compiler.database.policyVersion.updateMany({ where: { policyId: body.policy_id }, data: { assurance: null } });
    expect((await get(path).expect(200)).body.assurance).toBeNull();
    expect((await get('/v1/policies').expect(200)).body.policies[0]).toMatchObject({ name: 'residues', assurance: null });
    expect((await put(body.policy_id, { source: upTo(3) }).expect(200)).body.assurance).toBe('kernel');
  });

  it('is 422 with the errors where it does not close', async () => {
    const { body } = await create({ name: 'a', source: OPEN_POLICY }).expect(422);
    expect(body).toMatchObject({ code: 'policy-open', errors: [{ type: 'unclosed_domain', line: 3, counterexample: { parts: 0 } }] });
  });

  it('is 422 with diagnostics where it does not parse or is a circuit', async () => {
    for (const source of ['policy p {', CARD_FEE]) {
      const { body } = await create({ name: 'a', source }).expect(422);
      expect(body).toMatchObject({ code: 'invalid-program', diagnostics: [{ line: expect.any(Number) }] });
    }
  });

  it('is 422 where an action has a star in its category, or the source a character that cannot be seen', async () => {
    const star = 'policy star {\n  action "pay.*"\n  action "pay.x"\n  rule every_payment allow on "pay.*"\n}';
    const unseen = upTo(1).replace('{', '{ // \u202e');
    for (const [source, code, line] of [
      [star, 'bad-category', 2],
      [unseen, 'unseen-character', 1],
    ]) {
      const { body } = await create({ name: 'a', source }).expect(422);
      expect(body).toMatchObject({ code: 'invalid-program', diagnostics: [{ severity: 'error', code, line }] });
    }
  });

  it.each(['"cents < 100"', '// when cents < 100'])('warns of an allow whose condition is %s', async (condition) => {
    const source = `policy p {\n  action "pay" (cents: 0..1_000)\n  rule small allow on "pay" ${condition}\n}`;
    const { body } = await create({ name: 'a', source }).expect(201);
    expect(body.warnings).toMatchObject([{ severity: 'warning', code: 'unconditional-allow', line: 3, text: 'small' }]);
  });

  it.each([
    [{}, ['/name', '/source']],
    [{ name: '', source: '' }, ['/name']],
    [{ name: 'a\u0000', source: '' }, ['/name']],
    [{ name: 'a', source: '', version: 1 }, ['/version']],
  ])('%j is 400', async (body, pointers) => {
    const answer = await create(body).expect(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  it('needs a key of the scope policy:write', async () => {
    const weak = await compiler.register(['policy:check']);
    await compiler.api.post('/v1/policies').send({}).expect(401);
    await compiler.post(weak, '/v1/policies', {}).expect(403);
    await compiler.api.put('/v1/policies/x').set(bearer(weak)).send({ version: 1 }).expect(403);
    await compiler.api.delete('/v1/policies/x').set(bearer(weak)).expect(403);
  });
});

describe('reading', () => {
  it('shows one with its source, tagged', async () => {
    const policyId = await compiler.createPolicy(account, GATEWAY);
    const { body, headers } = await get(`/v1/policies/${policyId}`).expect(200);
    expect(body).toMatchObject({ policy_id: policyId, source: GATEWAY, version: 1 });
    expect(body.actions).toHaveLength(3);
    expect(headers['cache-control']).toBe('private, no-store');
    await get(`/v1/policies/${policyId}`)
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
  });

  it("is 404 for what is unknown, of another form, or another account's", async () => {
    const other = await compiler.register();
    const policyId = await compiler.createPolicy(other, GATEWAY);
    for (const id of [makeIdentifier('policy', systemRandomness), 'pol_x', policyId]) {
      await get(`/v1/policies/${id}`).expect(404);
      await put(id, { name: 'mine' }).expect(404);
      await withdraw(id).expect(404);
    }
  });

  it('lists the own ones, newest first, page by page, stable while more come', async () => {
    const owner = await compiler.register();
    const ids = [];
    for (let limit = 1; limit <= 3; limit += 1) ids.unshift(await compiler.createPolicy(owner, upTo(limit)));
    const first = await get('/v1/policies?limit=2', owner).expect(200);
    expect(first.body).toMatchObject({ page: 1, limit: 2, total: 3, pages: 2 });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const [newest] = await compiler.database.policy.findMany({ where: { id: ids[0] ?? '' } });
    await compiler.database.policy.update({ where: { id: ids[0] ?? '' }, data: { createdAt: newest?.createdAt ?? new Date() } });
    const second = await get(next, owner).expect(200);
    const shown = [...first.body.policies, ...second.body.policies].map(({ policy_id: id }: { policy_id: string }) => id);
    expect(shown).toEqual(ids);
    expect(first.body.policies[0]).not.toHaveProperty('source');
  });

  it.each(['page=0', 'limit=101', 'page=2000&limit=100', 'as_of=yesterday', 'sort=name', 'page=1&page=2'])(
    'refuses the query %s',
    async (query) => {
      await get(`/v1/policies?${query}`).expect(400);
    },
  );
});

describe('changing', () => {
  it('makes another source the next version, and the same one nothing', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    const { body } = await put(policyId, { source: upTo(2) }).expect(200);
    expect(body).toMatchObject({ policy_id: policyId, version: 2 });
    expect((await put(policyId, { source: upTo(2) }).expect(200)).body.version).toBe(2);
    expect((await get(`/v1/policies/${policyId}`)).body).toMatchObject({ version: 2, source: upTo(2), hash: body.hash });
    expect(await compiler.database.policyVersion.count({ where: { policyId } })).toBe(2);
  });

  it('changes name and description without a version', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    const { body } = await put(policyId, { name: 'another', description: 'text' }).expect(200);
    expect(body).toMatchObject({ name: 'another', description: 'text', version: 1 });
    expect((await put(policyId, {}).expect(200)).body).toMatchObject({ name: 'another', description: 'text' });
  });

  it('changes nothing where the source does not close', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    await put(policyId, { source: OPEN_POLICY, name: 'another' }).expect(422);
    expect((await get(`/v1/policies/${policyId}`)).body).toMatchObject({ version: 1, name: 'a policy' });
  });

  it('gives two changes at once a version each', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    const answers = await Promise.all([2, 3, 4].map(async (limit) => put(policyId, { source: upTo(limit) })));
    expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([2, 3, 4]));
    const versions = await compiler.database.policyVersion.findMany({ where: { policyId }, orderBy: { version: 'asc' } });
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });
});

describe('If-Match', () => {
  it('changes the policy that was read, and is 412 once it is another one', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    const read = await tagOf(policyId);
    await put(policyId, { source: upTo(2) })
      .set('If-Match', `"other", ${read}`)
      .expect(200);
    for (const change of [{ source: upTo(3) }, { name: 'another' }, {}]) {
      const { body } = await put(policyId, change).set('If-Match', read).expect(412);
      expect(body.code).toBe('precondition-failed');
    }
    expect((await get(`/v1/policies/${policyId}`)).body).toMatchObject({ version: 2, source: upTo(2), name: 'a policy' });
  });

  it('lets one of several changes through that have read the same', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    const read = await tagOf(policyId);
    const answers = await Promise.all([2, 3, 4, 5].map(async (limit) => put(policyId, { source: upTo(limit) }).set('If-Match', read)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412, 412, 412]);
    expect(await compiler.database.policyVersion.count({ where: { policyId } })).toBe(2);
  });

  it('withdraws the policy that was read, and is 412 once it is another one', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    const read = await tagOf(policyId);
    await put(policyId, { name: 'another' }).expect(200);
    expect((await withdraw(policyId).set('If-Match', read).expect(412)).body.code).toBe('precondition-failed');
    await withdraw(policyId)
      .set('If-Match', await tagOf(policyId))
      .expect(204);
    await withdraw(policyId).set('If-Match', read).expect(204);
  });

  it('takes any policy for a star, and is 400 where it is none', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    for (const answer of [put(policyId, { name: 'another' }), withdraw(policyId)]) {
      expect((await answer.set('If-Match', 'other').expect(400)).body.errors).toMatchObject([{ pointer: 'header/if-match' }]);
    }
    for (const answer of [put(policyId, { name: 'another' }), withdraw(policyId)]) await answer.set('If-None-Match', '*').expect(412);
    await put(policyId, { name: 'another' }).set('If-Match', '*').expect(200);
    await withdraw(policyId).set('If-Match', '*').expect(204);
  });
});

describe('withdrawing', () => {
  it('is 204, again 204, and 410 for everything else from then on', async () => {
    const policyId = await compiler.createPolicy(account, upTo(1));
    await withdraw(policyId).expect(204);
    await withdraw(policyId).expect(204);
    expect((await get(`/v1/policies/${policyId}`).expect(410)).body.code).toBe('withdrawn');
    await put(policyId, { name: 'back' }).expect(410);
    const { body } = await get('/v1/policies?limit=100').expect(200);
    expect(body.policies.map(({ policy_id: id }: { policy_id: string }) => id)).not.toContain(policyId);
  });
});
