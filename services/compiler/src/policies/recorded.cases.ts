import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { OPEN_POLICY, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
});
beforeEach(async () => {
  account = await compiler.register();
});

const create = (key: string, source = upTo(1)) =>
  compiler.post(account, '/v1/policies', { name: 'p', source }).set({ 'Idempotency-Key': key, 'X-Request-Id': `request-${key}` });

const records = async () =>
  compiler.database.auditRecord.findMany({
    where: { accountId: account.accountId },
    orderBy: { id: 'asc' },
    select: { actor: true, apiKeyId: true, requestId: true, action: true, subject: true, detail: true },
  });

/** The record of a request whose process was killed after its commit. */
const asIfKilled = async () => compiler.database.$executeRaw`
  UPDATE idempotency_records SET status = 'running', lease_until = now() - interval '1 second' WHERE scope = ${account.accountId}`;

describe('in the audit trail', () => {
  it('stands each change, with key and request', async () => {
    const { body } = await create('a').expect(201);
    const path = `/v1/policies/${body.policy_id}`;
    const put = (change: object) => compiler.api.put(path).set(bearer(account)).set('X-Request-Id', 'change').send(change);
    const changed = await put({ source: upTo(2), name: 'q' }).expect(200);
    await put({ source: upTo(2) }).expect(200);
    await put({}).expect(200);
    for (const id of ['gone', 'gone again'])
      await compiler.api.delete(path).set(bearer(account)).set('X-Request-Id', id.replace(' ', '-')).expect(204);
    const by = { actor: 'key', apiKeyId: account.keyId, subject: body.policy_id };
    expect(await records()).toEqual([
      { ...by, requestId: 'request-a', action: 'policy.created', detail: { version: 1, hash: body.hash } },
      { ...by, requestId: 'change', action: 'policy.updated', detail: { version: changed.body.version, changed: ['name', 'source'] } },
      { ...by, requestId: 'gone', action: 'policy.withdrawn', detail: {} },
    ]);
  });

  it('stands nothing that did not happen', async () => {
    await create('a', OPEN_POLICY).expect(422);
    expect(await records()).toEqual([]);
  });
});

describe('repeated with its key, a creation', () => {
  it('201: is answered as before and makes nothing', async () => {
    const first = await create('a').expect(201);
    const again = await create('a').expect(201);
    expect(again.text).toBe(first.text);
    expect(again.headers['location']).toBe(`/v1/policies/${first.body.policy_id}`);
    expect(await compiler.database.policy.count({ where: { accountId: account.accountId } })).toBe(1);
  });

  it('201: that broke off after its commit finds its policy, and is recorded once', async () => {
    const first = await create('a').expect(201);
    await asIfKilled();
    const again = await create('a').expect(201);
    expect(again.body).toEqual(first.body);
    expect(await records()).toHaveLength(1);
  });

  it('422: is kept where the source does not close; another source needs another key', async () => {
    const first = await create('a', OPEN_POLICY).expect(422);
    expect((await create('a', OPEN_POLICY).expect(422)).text).toBe(first.text);
    expect((await create('a').expect(422)).body.code).toBe('idempotency-mismatch');
    await create('b').expect(201);
  });
});
