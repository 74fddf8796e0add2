import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { type Operated, operate } from '../operator.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry({ REQUESTS_PER_MINUTE: '10000', PUBLISH_PER_MINUTE: '1000' });
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

const operator = async (...words: string[]): Promise<Operated> => operate(words, registry.environment);
const setLimit = async (limit: string, value: string) =>
  operator('set-limit', '--account', ada.accountId, '--limit', limit, '--value', value);
const usage = async () => (await registry.api.get('/v1/usage').set(bearer(ada)).expect(200)).body;
const policyOf = async (send: () => Promise<{ readonly headers: Readonly<Record<string, string>> }>) =>
  (await send()).headers['ratelimit-policy'];

it('holds for the daily counts from the next request on, above the tier and below it, and is recorded', async () => {
  const pid = await registry.publish(ada, closedCircuit());
  const certify = async () =>
    (await registry.api.post(`/v1/circuits/${pid}/certify`).set(bearer(ada)).set('Prefer', 'respond-async')).status;
  expect((await setLimit('certifications', '2')).exit).toBe(0);
  expect(await usage()).toMatchObject({ certifications: { used: 0, limit: 2 }, verifications: { limit: 50 } });
  expect([await certify(), await certify(), await certify()]).toEqual([202, 202, 429]);
  await setLimit('certifications', '3');
  expect([await certify(), await certify()]).toEqual([202, 429]);
  await setLimit('certifications', '0');
  expect(await certify()).toBe(429);
  await setLimit('certifications', 'default');
  expect(await usage()).toMatchObject({ certifications: { used: 3, limit: 10 } });
  expect((await setLimit('certifications', 'default')).out).toContain('nothing was changed');
  const records = await registry.database.auditRecord.findMany({
    where: { accountId: ada.accountId, action: 'account.limit_set' },
    orderBy: { id: 'asc' },
  });
  expect(records.map(({ actor, detail }) => ({ actor, detail }))).toEqual(
    [
      { value: 2, before: null },
      { value: 3, before: 2 },
      { value: 0, before: 3 },
      { value: null, before: 0 },
    ].map((values) => ({ actor: 'operator', detail: { limit: 'certifications', ...values } })),
  );
});

it.each([
  ['requests', 10_000],
  ['publish', 1_000],
] as const)('holds for %s by the minute, for the account alone, within the time of the caches', async (limit, usual) => {
  const bob = await registry.register();
  const send = async (who: TestAccount) =>
    limit === 'requests'
      ? registry.api.get('/v1/usage').set(bearer(who))
      : registry.api.post('/v1/circuits').set(bearer(who)).send({ name: 'a', source: closedCircuit() });
  expect(await policyOf(async () => send(ada))).toBe(`"${limit}";q=${usual};w=60`);
  await setLimit(limit, '1');
  await eventually('it holds', async () => (await send(ada)).status === 429);
  expect((await send(ada)).headers['ratelimit-policy']).toBe(`"${limit}";q=1;w=60`);
  expect(await policyOf(async () => send(bob))).toBe(`"${limit}";q=${usual};w=60`);
  await setLimit(limit, 'default');
  await eventually('it holds no more', async () => (await send(ada)).status < 300);
});

it('holds for what the account stores from the next request on, and is recorded', async () => {
  const publish = async (number: number) =>
    (
      await registry.api
        .post('/v1/circuits')
        .set(bearer(ada))
        .send({ name: 'a', source: closedCircuit(number) })
    ).status;
  for (const [limit, value] of [
    ['circuits', 1],
    ['policies', 2],
    ['versions', 3],
    ['stored_octets', 4_000_000_000_000],
  ] as const)
    expect(await setLimit(limit, String(value))).toMatchObject({ exit: 0, err: '' });
  const { octets, circuits, policies, versions } = (await usage()).storage;
  expect([circuits.limit, policies.limit, versions.limit, octets.limit]).toEqual([1, 2, 3, 4_000_000_000_000]);
  expect([await publish(1), await publish(2)]).toEqual([201, 403]);
  await setLimit('circuits', 'default');
  expect(await publish(2)).toBe(201);
  expect(await registry.database.auditRecord.count({ where: { accountId: ada.accountId, action: 'account.limit_set' } })).toBe(5);
});

it('holds for rendering, within the time of the caches', async () => {
  expect(await setLimit('rendering', '0')).toMatchObject({ exit: 0, err: '' });
  let circuits = 0;
  await eventually('it holds', async () => {
    circuits += 1;
    const pid = await registry.publish(ada, closedCircuit(circuits));
    const { headers } = await registry.api.get(`/v1/circuits/${pid}/graph`).set(bearer(ada));
    return headers['ratelimit-policy'] === '"requests";q=10000;w=60, "rendering";q=0;w=60';
  });
});

it('is shown with the account, with what else was decided of it', async () => {
  await setLimit('verifications', '7');
  const { out } = await operator('accounts', '--search', ada.accountId);
  expect(out).toContain('  verifications 7  ');
  const { accounts } = JSON.parse((await operator('--json', 'accounts', '--search', ada.accountId)).out);
  expect(accounts).toMatchObject([{ limits: { verifications: 7 }, standing: 'standing' }]);
});

it.each([
  ['--limit', 'speed', '--value', '1'],
  ['--limit', 'requests', '--value', '-1'],
  ['--limit', 'requests', '--value', '1.5'],
  ['--limit', 'requests', '--value', '1000000001'],
  ['--limit', 'requests'],
])('ends with 2 for %s %s %s %s', async (...words) => {
  expect((await operator('set-limit', '--account', ada.accountId, ...words.filter((word) => word !== undefined))).exit).toBe(2);
});
