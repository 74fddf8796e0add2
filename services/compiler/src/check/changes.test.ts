import type { Database } from '@kirchhoff/platform';
import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await startTestCompiler();
  account = await compiler.register();
});
afterEach(async () => Promise.all([compiler.redis.restore(), compiler.postgres.restore()]));
afterAll(async () => compiler.close());

/** The version that decides, as a process sees it. */
async function versionAt(process: TestCompiler, policyId: string): Promise<number> {
  return (await process.check(account, policyId, 'pay', { cents: 1 }).expect(200)).body.policy_version;
}

const change = async (policyId: string, limit: number) =>
  compiler.api
    .put(`/v1/policies/${policyId}`)
    .set(bearer(account))
    .send({ source: upTo(limit) })
    .expect(200);

/** Another process that never says so: the row changes, and no message is sent. */
async function changeInSilence(database: Database, policyId: string): Promise<void> {
  const [first] = await database.policyVersion.findMany({ where: { policyId } });
  if (first === undefined) throw new Error('there is no version');
  await database.policyVersion.create({ data: { ...first, version: 2 } });
  await database.policy.update({ where: { id: policyId }, data: { currentVersion: 2 } });
}

it('the process that makes a change sees it at once, Redis or not', async () => {
  const policyId = await compiler.createPolicy(account, upTo(1));
  expect(await versionAt(compiler, policyId)).toBe(1);
  await change(policyId, 2);
  expect(await versionAt(compiler, policyId)).toBe(2);
  compiler.redis.cut();
  await change(policyId, 3);
  expect(await versionAt(compiler, policyId)).toBe(3);
});

it('another process sees changes as they are announced', async () => {
  const policyId = await compiler.createPolicy(account, upTo(1));
  const other = await compiler.another();
  expect(await versionAt(other, policyId)).toBe(1);
  for (const limit of [2, 3]) {
    await change(policyId, limit);
    await eventually(`version ${limit}`, async () => (await versionAt(other, policyId)) === limit);
  }
});

it('a change that nobody announces is seen without any check having to look', async () => {
  const other = await compiler.another();
  const policyId = await compiler.createPolicy(account, upTo(1));
  other.stopClock();
  expect(await versionAt(other, policyId)).toBe(1);
  await changeInSilence(compiler.database, policyId);
  await eventually('version 2', async () => (await versionAt(other, policyId)) === 2);
});

it('what was read more than five seconds ago is read again before it decides', async () => {
  const policyId = await compiler.createPolicy(account, upTo(1));
  expect(await versionAt(compiler, policyId)).toBe(1);
  await changeInSilence(compiler.database, policyId);
  compiler.advance(5_001);
  expect(await versionAt(compiler, policyId)).toBe(2);
});

it('a withdrawal that nobody announces ends it as well', async () => {
  const policyId = await compiler.createPolicy(account, upTo(1));
  expect(await versionAt(compiler, policyId)).toBe(1);
  await compiler.database.policy.update({ where: { id: policyId }, data: { withdrawnAt: new Date() } });
  compiler.advance(5_001);
  await compiler.check(account, policyId, 'pay', { cents: 1 }).expect(410);
});

it('a version whose source this engine reads differently decides nothing', async () => {
  const policyId = await compiler.createPolicy(account, upTo(1));
  await compiler.database.policyVersion.updateMany({ where: { policyId }, data: { source: upTo(1_000_000) } });
  expect((await compiler.check(account, policyId, 'pay', { cents: 9 }).expect(503)).body.code).toBe('internal');
  await compiler.database.policyVersion.updateMany({ where: { policyId }, data: { source: 'no policy' } });
  expect((await compiler.check(account, policyId, 'pay', { cents: 9 }).expect(503)).body.code).toBe('internal');
});
