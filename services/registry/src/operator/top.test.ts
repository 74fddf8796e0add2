import { bearer, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { operate } from './operator.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => registry.close());

it('shows who uses what now, most first by what is asked for', async () => {
  const [ada, bob, idle] = [await registry.register(), await registry.register(), await registry.register()];
  const source = closedCircuit();
  const pid = await registry.publish(ada, source);
  await registry.publish(bob, `// ${'a'.repeat(5_000)}\n${source}`);
  // Without a worker the runs stay queued.
  for (let count = 0; count < 2; count += 1)
    await registry.api.post(`/v1/circuits/${pid}/certify`).set(bearer(ada)).set('Prefer', 'respond-async').expect(202);
  for (let count = 0; count < 3; count += 1) await registry.api.get('/v1/usage').set(bearer(bob)).expect(200);

  const top = async (...words: string[]) => operate(['--json', 'top', ...words], registry.environment);
  const { accounts } = JSON.parse((await top()).out);
  expect(accounts).toMatchObject([
    { account_id: bob.accountId, requests: 3, queued: 0, certifications: 0, circuits: 1 },
    { account_id: ada.accountId, tier: 'free', suspended: false, queued: 2, running: 0, certifications: 2, circuits: 1, policies: 0 },
  ]);
  expect(accounts[0].bytes).toBeGreaterThan(5_000);
  expect(accounts[0].bytes - accounts[1].bytes).toBe(5_004);
  expect(JSON.stringify(accounts)).not.toContain(idle.accountId);
  const [first] = JSON.parse((await top('--by', 'queued')).out).accounts;
  expect(first.account_id).toBe(ada.accountId);

  const { out } = await operate(['top'], registry.environment);
  const [head = '', line = ''] = out.split('\n');
  expect(head.trim().split(/ +/)).toEqual([
    'account',
    'tier',
    'requests',
    'queued',
    'running',
    'certifications',
    'verifications',
    'circuits',
    'policies',
    'bytes',
    'e-mail',
  ]);
  expect(line).toContain(bob.accountId);
  expect((await top('--by', 'email')).exit).toBe(2);
});

it('says so where Redis does not answer', async () => {
  const { exit, out } = await operate(['top'], { ...registry.environment, REDIS_URL: 'redis://127.0.0.1:1' });
  expect({ exit, said: out.includes('Redis does not answer') }).toEqual({ exit: 0, said: true });
});
