import { bearer, sharedRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { type Operated, operate } from '../operator.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

const operator = async (...words: string[]): Promise<Operated> => operate(words, registry.environment);
/** A folder without the files of locally started servers. */
const NO_SERVERS = { DATA_DIR: '/nonexistent' };
const NOBODY = 'acc_0000000000000000000000';

describe('issue-key', () => {
  it('prints a key that works, once, and records it without the key', async () => {
    const ada = await registry.register();
    await registry.api.delete(`/v1/auth/keys/${ada.keyId}`).set(bearer(ada)).expect(204);
    const { exit, out, err } = await operator('issue-key', '--account', ada.accountId);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    const key = out.trimEnd();
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{40}$/);
    const { body } = await registry.api
      .get('/v1/auth/keys')
      .set({ Authorization: `Bearer ${key}` })
      .expect(200);
    expect(body.keys).toHaveLength(2);
    const [record] = await registry.database.auditRecord.findMany({ where: { accountId: ada.accountId, actor: 'operator' } });
    expect(record).toMatchObject({ action: 'key.created', apiKeyId: null, requestId: null });
    expect(JSON.stringify(record?.detail)).not.toContain(key);
  });

  it('gives it no more than is said, and for no longer', async () => {
    const ada = await registry.register();
    const words = ['--account', ada.accountId, '--name', 'ci', '--scopes', 'read, publish', '--expires', '2100-01-01'];
    const { out } = await operator('--json', 'issue-key', ...words);
    expect(JSON.parse(out)).toEqual({
      api_key: expect.stringMatching(/^svc_live_/),
      key_id: expect.stringMatching(/^key_/),
      account_id: ada.accountId,
      name: 'ci',
      scopes: ['read', 'publish'],
      expires_at: '2100-01-01T00:00:00.000Z',
    });
    await registry.api
      .get('/v1/auth/keys')
      .set({ Authorization: `Bearer ${JSON.parse(out).api_key}` })
      .expect(403);
  });

  it('changes nothing for an account that is not there, and says where to look', async () => {
    const { exit, out, err } = await operator('issue-key', '--account', NOBODY);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('accounts --search');
  });

  it.each([
    ['--account', 'cir_0000000000000000000000'],
    ['--account', NOBODY, '--scopes', 'read,all'],
    ['--account', NOBODY, '--expires', '2001-01-01'],
    ['--account', NOBODY, '--expires', 'soon'],
    ['--account', NOBODY, '--name', ''],
    ['--account', NOBODY, '--colour', 'red'],
    [],
  ])('ends with 2 for %s %s %s %s', async (...words) => {
    expect((await operator('issue-key', ...words)).exit).toBe(2);
  });
});

describe('set-tier', () => {
  it('holds from the next request on, and is recorded once', async () => {
    const ada = await registry.register();
    const pid = await registry.publish(ada, closedCircuit());
    const certify = async () => registry.api.post(`/v1/circuits/${pid}/certify`).set(bearer(ada)).set('Prefer', 'respond-async');
    for (let count = 0; count < 10; count += 1) expect((await certify()).status).toBe(202);
    expect((await certify()).status).toBe(429);
    expect(await operator('set-tier', '--account', ada.accountId, '--tier', 'pro')).toMatchObject({ exit: 0 });
    expect((await certify()).status).toBe(202);
    expect((await operator('set-tier', '--account', ada.accountId, '--tier', 'pro')).out).toContain('already');
    expect(await operator('set-tier', '--account', ada.accountId, '--tier', 'free')).toMatchObject({ exit: 0 });
    expect((await certify()).status).toBe(429);
    const records = await registry.database.auditRecord.findMany({ where: { accountId: ada.accountId, action: 'account.tier_set' } });
    expect(records.map(({ actor, detail }) => ({ actor, detail }))).toEqual([
      { actor: 'operator', detail: { tier: 'pro', before: 'free' } },
      { actor: 'operator', detail: { tier: 'free', before: 'pro' } },
    ]);
  });

  it('ends with 1 for an account that is not there, with 2 for a tier that is none', async () => {
    expect((await operator('set-tier', '--account', NOBODY, '--tier', 'pro')).exit).toBe(1);
    expect((await operator('set-tier', '--account', NOBODY, '--tier', 'gold')).exit).toBe(2);
  });
});

describe('accounts', () => {
  it('finds an account by parts of its e-mail and name, by its id, and by what is shown of a key', async () => {
    const ada = await registry.register();
    const data = { email: 'ada@100%.example', name: 'Ada \u001b[31mLovelace' };
    await registry.database.account.update({ where: { id: ada.accountId }, data });
    for (const text of ['ADA@100%', 'lovelace', ada.accountId, ada.keyId, ada.key.slice(0, 13)]) {
      const { accounts } = JSON.parse((await operator('accounts', '--json', '--search', text)).out);
      expect(accounts).toMatchObject([{ id: ada.accountId, tier: 'free', keys: 1 }]);
    }
    const { out } = await operator('accounts', '--search', 'lovelace');
    expect(out).toContain('Ada \\u{1b}[31mLovelace');
  });

  it('says so where there is none', async () => {
    expect(await operator('accounts', '--search', '%%%')).toMatchObject({ exit: 0, out: expect.stringContaining('No account') });
  });
});

describe('every command', () => {
  it('ends with 2 and says what is missing where the environment is wrong', async () => {
    expect(await operate(['accounts', '--search', 'x'], NO_SERVERS)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('DATABASE_URL must be set'),
    });
  });

  it('ends with 1 where Postgres does not answer, and shows no password', async () => {
    const outcome = await operate(['accounts', '--search', 'x'], { DATABASE_URL: 'postgresql://someone:secret@127.0.0.1:1/x' });
    expect(outcome).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('Postgres does not answer') });
    expect(outcome.err).not.toContain('secret');
  });

  it('has help, which ends with 0; no command ends with 2', async () => {
    expect(await operator('--help')).toMatchObject({ exit: 0, out: expect.stringContaining('recheck') });
    expect((await operator()).exit).toBe(2);
    expect((await operator('delete-everything')).exit).toBe(2);
  });
});

describe('an account by its e-mail', () => {
  it('is the one that has it, in any case of letters', async () => {
    const { body } = await registry.api.post('/v1/auth/register').send({ email: 'Only.One@example.org', name: 'x' }).expect(201);
    const { exit, out } = await operator('--json', 'set-tier', '--account', 'only.one@example.org', '--tier', 'pro');
    expect({ exit, data: JSON.parse(out) }).toEqual({ exit: 0, data: { account_id: body.account_id, tier: 'pro', before: 'free' } });
  });

  it('is none where several have it: nothing is changed, and the command is given for each, to be pasted', async () => {
    const email = "o'two@example.org";
    const twice = async () => (await registry.api.post('/v1/auth/register').send({ email, name: 'x' }).expect(201)).body;
    const [one, other] = [await twice(), await twice()];
    const { exit, err } = await operator('set-tier', '--account', email, '--tier', 'pro');
    expect(exit).toBe(1);
    expect(await registry.database.account.count({ where: { email, tier: 'pro' } })).toBe(0);
    const commands = [...err.matchAll(/keys (\S+)…:\n {2}npm run operator -- (.*)\n/g)].map(([, prefix, words]) => ({ prefix, words }));
    expect(commands).toEqual(
      [other, one].map(({ account_id, api_key }) => ({
        prefix: api_key.slice(0, 'svc_live_0000'.length),
        words: `set-tier --account ${account_id} --tier pro`,
      })),
    );
    expect((await operator(...(commands[1]?.words ?? '').split(' '))).exit).toBe(0);
    expect(await registry.database.account.findMany({ where: { email, tier: 'pro' }, select: { id: true } })).toEqual([
      { id: one.account_id },
    ]);
    const named = JSON.parse((await operator('--json', 'issue-key', '--account', email, '--name', 'a b')).err);
    expect(named.remedy).toContain(`npm run operator -- --json issue-key --account ${other.account_id} --name 'a b'`);
  });

  it('is none where nobody has the whole of it', async () => {
    await registry.api.post('/v1/auth/register').send({ email: 'whole@example.org', name: 'x' }).expect(201);
    expect((await operator('issue-key', '--account', 'hole@example.org')).exit).toBe(1);
    expect((await operator('issue-key', '--account', 'hole')).exit).toBe(2);
  });
});

it('lists all accounts where nothing is looked for, the newest first', async () => {
  const ada = await registry.register();
  const { accounts } = JSON.parse((await operator('--json', 'accounts')).out);
  expect(accounts[0].id).toBe(ada.accountId);
  expect(accounts).toHaveLength(Math.min(50, await registry.database.account.count()));
});

describe('create-account', () => {
  it('prints a key that works, once, of an account of that tier, and records it without the key', async () => {
    const words = ['--email', 'new@example.org', '--name', 'New', '--tier', 'pro'];
    const { api_key, account_id, tier } = JSON.parse((await operator('--json', 'create-account', ...words)).out);
    expect(tier).toBe('pro');
    const { body } = await registry.api.get('/v1/usage').set('Authorization', `Bearer ${api_key}`).expect(200);
    expect(body).toMatchObject({ account_id, tier: 'pro' });
    const records = await registry.database.auditRecord.findMany({ where: { accountId: account_id } });
    expect(records).toMatchObject([{ actor: 'operator', action: 'account.registered', subject: account_id }]);
    expect(JSON.stringify(records.map(({ detail }) => detail))).not.toContain(api_key);
  });

  it.each([[[]], [['--email', 'nobody', '--name', 'x']], [['--email', 'a@b.example', '--name', '']]])(
    'ends with 2 for %j',
    async (words) => {
      expect((await operator('create-account', ...words)).exit).toBe(2);
    },
  );
});
