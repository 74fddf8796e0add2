import { createTestDatabase, createTestRedis, type TestDatabase } from '@kirchhoff/testing';
import { AttemptRepository } from '../../events/attempt-repository.js';
import { type ServiceProcess, startService } from '../../testing/processes.fixture.js';
import { type Receiver, startReceiver } from '../../testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { type Operated, operate } from '../operator.fixture.js';

const NOBODY = 'acc_0000000000000000000000';
const POLICY = 'policy p {\n  action "a" (b: bool)\n  rule r allow on "a" when b\n}';

async function ask(address: string, key: string | undefined, body?: object) {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
  return { status: response.status, answer };
}

/** Creates a policy at a compiler that may have to open its first connection. */
async function makePolicy(address: string, key: string): Promise<unknown> {
  let id: unknown;
  await eventually('the policy is made', async () => {
    const { status, answer } = await ask(`${address}/v1/policies`, key, { name: 'p', source: POLICY });
    id = answer['policy_id'];
    return status === 201;
  });
  return id;
}

describe('in every process, once the command has ended', () => {
  let database: TestDatabase;
  let environment: Readonly<Record<string, string>>;
  let registries: readonly ServiceProcess[];
  let compilers: readonly ServiceProcess[];
  beforeAll(async () => {
    database = await createTestDatabase();
    environment = {
      DATABASE_URL: database.url,
      REDIS_URL: await createTestRedis(),
      ENGINE_THREADS: '1',
      LOG_LEVEL: 'info',
      REQUESTS_PER_MINUTE: '100000',
    };
    registries = await Promise.all([startService('registry', environment), startService('registry', environment)]);
    compilers = await Promise.all([startService('compiler', environment), startService('compiler', environment)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([...registries, ...compilers].map(async (each) => each.stop()));
    await database.drop();
  });

  const register = async () => {
    const { answer } = await ask(`${registries[0]?.address}/v1/auth/register`, undefined, { email: 'a@b.example', name: 'A' });
    return { key: String(answer['api_key']), accountId: String(answer['account_id']) };
  };

  it('every request with its keys is 403, policy checks too, and others are served; after resume it is as before', async () => {
    const [ada, bob] = [await register(), await register()];
    const policies = new Map([
      [ada, await makePolicy(compilers[0]?.address ?? '', ada.key)],
      [bob, await makePolicy(compilers[0]?.address ?? '', bob.key)],
    ]);
    const answers = async (who: typeof ada) => {
      const check = { policy_id: policies.get(who), action: { category: 'a', params: { b: true } } };
      const all = await Promise.all([
        ...registries.map(async ({ address }) => ask(`${address}/v1/usage`, who.key)),
        ...compilers.map(async ({ address }) => ask(`${address}/v1/policy/check`, who.key, check)),
      ]);
      return all.map(({ status, answer }) => answer['decision'] ?? answer['verdict'] ?? answer['code'] ?? status);
    };
    const before = await answers(ada);
    expect(before.slice(0, 2)).toEqual([200, 200]);
    expect(JSON.stringify(before.slice(2))).toContain('ALLOW');
    await answers(bob);
    const suspended = await operate(['suspend', '--account', ada.accountId], environment);
    expect(await answers(ada)).toEqual(Array.from({ length: 4 }, () => 'account-suspended'));
    expect(suspended).toMatchObject({ exit: 0, err: '' });
    expect(await answers(bob)).toEqual(before);
    await operate(['resume', '--account', ada.accountId], environment);
    expect(await answers(ada)).toEqual(before);
  }, 60_000);
});

describe('suspend and resume', () => {
  let registry: TestRegistry;
  let receiver: Receiver;
  let ada: TestAccount;
  beforeAll(async () => {
    registry = await startTestRegistry({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    ada = await registry.register();
  });
  afterEach(async () => receiver.close());
  afterAll(async () => registry.close());

  const operator = async (...words: string[]): Promise<Operated> => operate(words, registry.environment);
  const trail = async () =>
    (await registry.database.auditRecord.findMany({ where: { accountId: ada.accountId, actor: 'operator' }, orderBy: { id: 'asc' } })).map(
      ({ action, subject, detail }) => ({ action, subject, detail }),
    );

  it('are recorded once each, whatever is asked twice', async () => {
    for (const command of ['suspend', 'suspend', 'resume', 'resume']) {
      expect((await operator(command, '--account', ada.accountId)).exit).toBe(0);
    }
    expect((await operator('resume', '--account', ada.accountId)).out).toContain('nothing was changed');
    const subject = ada.accountId;
    expect(await trail()).toEqual([
      { action: 'account.suspended', subject, detail: {} },
      { action: 'account.resumed', subject, detail: {} },
    ]);
  });

  it('hold back what webhooks are to be told, and let it go', async () => {
    const { body } = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: receiver.url }).expect(201);
    const bob = await registry.register();
    await registry.api.post('/v1/webhooks').set(bearer(bob)).send({ url: receiver.url }).expect(201);
    // Both runs are queued; the worker starts after one account is suspended.
    await registry.publish(ada, closedCircuit(1), { name: 'of ada' });
    await operator('suspend', '--account', ada.accountId);
    await registry.publish(bob, closedCircuit(1), { name: 'of bob' });
    await registry.startWorker();
    await eventually('bob is told', () => receiver.received.length > 0);
    const waiting = await registry.database.webhookDelivery.findFirstOrThrow({ where: { webhookId: body.id } });
    expect(waiting).toMatchObject({ status: 'pending', attempts: 0 });
    const overdue = await new AttemptRepository(registry.database).overdue(0, 0, 10);
    expect(overdue.filter(({ webhook_id }) => webhook_id === body.id)).toEqual([]);
    expect(receiver.received.map((each) => each.body).join()).not.toContain('of ada');
    await operator('resume', '--account', ada.accountId);
    await eventually('ada is told', () =>
      receiver.received.some((each) => each.body.includes(ada.accountId) || each.body.includes('of ada')),
    );
  });

  it('end with 1 for an account that is not there, with 2 for what names none', async () => {
    for (const command of ['suspend', 'resume']) {
      expect((await operator(command, '--account', NOBODY)).exit).toBe(1);
      expect((await operator(command, '--account', 'ada')).exit).toBe(2);
    }
  });

  it('find the account by its e-mail', async () => {
    await registry.database.account.update({ where: { id: ada.accountId }, data: { email: 'once@example.org' } });
    const { exit, out } = await operator('--json', 'suspend', '--account', 'once@example.org');
    expect({ exit, data: JSON.parse(out) }).toEqual({ exit: 0, data: { account_id: ada.accountId, suspended: true, changed: true } });
  });

  it('hold without Redis: by the look-up that follows the second', async () => {
    const { exit } = await operate(['suspend', '--account', ada.accountId], { ...registry.environment, REDIS_URL: 'redis://127.0.0.1:1' });
    expect(exit).toBe(0);
    await registry.api.get('/v1/usage').set(bearer(ada)).expect(403);
  });
});

describe('revoke-key and withdraw', () => {
  let registry: TestRegistry;
  let ada: TestAccount;
  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  beforeEach(async () => {
    ada = await registry.register();
  });
  afterAll(async () => registry.close());
  const operator = async (...words: string[]): Promise<Operated> => operate(words, registry.environment);

  it.each(['keyId', 'key'] as const)('revoke a key by its %s: it is dead, its webhooks are told, others work', async (by) => {
    const other = (await registry.api.post('/v1/auth/keys').set(bearer(ada)).send({}).expect(201)).body;
    await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com' }).expect(201);
    await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
    const outcome = await operator('revoke-key', '--key', ada[by]);
    expect(outcome).toMatchObject({ exit: 0, err: '' });
    expect(outcome.out).not.toContain(ada.key);
    await registry.api.get('/v1/usage').set(bearer(ada)).expect(401);
    await registry.api.get('/v1/usage').set('Authorization', `Bearer ${other.api_key}`).expect(200);
    expect((await operator('revoke-key', '--key', ada[by])).out).toContain('already');
    const records = await registry.database.auditRecord.findMany({ where: { accountId: ada.accountId, action: 'key.revoked' } });
    expect(records).toMatchObject([{ actor: 'operator', apiKeyId: null, subject: ada.keyId, detail: { name: 'first key' } }]);
    const told = await registry.database.webhookDelivery.findMany({ where: { webhook: { accountId: ada.accountId } } });
    expect(told.map(({ eventType }) => eventType)).toEqual(['key.revoked']);
  });

  it('end with 1 for what is not there, with 2 for what can be none', async () => {
    expect((await operator('revoke-key', '--key', 'key_0000000000000000000000')).exit).toBe(1);
    expect((await operator('revoke-key', '--key', 'svc_live_x')).exit).toBe(2);
    expect((await operator('withdraw', '--circuit', 'cir_0000000000000000000000')).exit).toBe(1);
    expect((await operator('withdraw', '--circuit', 'cir_')).exit).toBe(2);
  });

  it('withdraw a circuit of anybody, a private one too, once', async () => {
    for (const visibility of ['public', 'private']) {
      const pid = await registry.publish(ada, closedCircuit(visibility.length), { visibility });
      expect(await operator('withdraw', '--circuit', pid)).toMatchObject({ exit: 0, out: expect.stringContaining('is withdrawn') });
      expect((await operator('withdraw', '--circuit', pid)).out).toContain('already');
      expect((await registry.api.get(`/v1/circuits/${pid}`).set(bearer(ada)).expect(410)).body.code).toBe('withdrawn');
      const records = await registry.database.auditRecord.findMany({ where: { subject: pid, action: 'circuit.withdrawn' } });
      expect(records).toMatchObject([{ actor: 'operator', apiKeyId: null, accountId: ada.accountId }]);
    }
  });
});
