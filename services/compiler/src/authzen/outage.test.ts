import { startTestCompiler, type TestCompiler } from '../testing/compiler.fixture.js';
import { RECORDS } from './todo.fixture.js';

let compiler: TestCompiler;
beforeAll(async () => {
  compiler = await startTestCompiler({ AUTH_GRACE_SECONDS: '60' });
});
afterAll(async () => compiler.close());

it('Postgres stopped: within the grace each answer has the age of its state, an ALLOW too; after it there is none', async () => {
  const account = await compiler.register();
  const path = `/v1/policies/${await compiler.createPolicy(account, RECORDS)}/access/v1`;
  const write = {
    subject: { type: 'user', id: 'ada' },
    action: { name: 'write' },
    resource: { type: 'record', id: '1', properties: { status: 'active' } },
  };
  const evaluations = { ...write, evaluations: [{}, { subject: { type: 'user', id: 'bob' } }] };
  const { body: fresh } = await compiler.post(account, `${path}/evaluation`, write).expect(200);
  expect(fresh).toMatchObject({ decision: true, context: { verdict: 'ALLOW' } });
  expect(fresh.context).not.toHaveProperty('stale');
  compiler.postgres.cut();
  compiler.advance(50_000);
  const { body } = await compiler.post(account, `${path}/evaluation`, write).expect(200);
  expect(body).toMatchObject({ decision: true, context: { verdict: 'ALLOW', rule: 'active', stale: true } });
  expect(body.context.age_seconds).toBeGreaterThanOrEqual(50);
  const { body: all } = await compiler.post(account, `${path}/evaluations`, evaluations).expect(200);
  expect(all.evaluations).toMatchObject([
    { decision: true, context: { stale: true } },
    { decision: false, context: { verdict: 'DENY', stale: true } },
  ]);
  compiler.advance(11_000);
  await compiler.post(account, `${path}/evaluation`, write).expect(503);
  await compiler.post(account, `${path}/evaluations`, evaluations).expect(503);
});
