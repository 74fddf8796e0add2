import { read } from '@kirchhoff/coherence';
import { importedPolicy } from '@kirchhoff/targets/dist/testing/loaded.js';
import { bearer, eventually, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { capped, dearCapped } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const put = (path: string, body: object) => compiler.api.put(path).set(bearer(account)).send(body);
const pay = (cents: number) => ({ category: 'pay', params: { action_cents: cents } });
const CENTS = [50, 100, 101, 300, 600];

/** Changes the stored version in the database: it breaks its promise, and has the certificate of another source. */
async function breakPromise(policyId: string, source: string): Promise<void> {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { hash } = reading.program;
  await compiler.database.policyVersion.updateMany({ where: { policyId }, data: { source, hash } });
}

async function batch(policyId: string): Promise<readonly string[]> {
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions: CENTS.map(pay) }).expect(200);
  return body.decisions.map(({ verdict }: { verdict: string }) => verdict);
}

async function evaluated(policyId: string, cents: number): Promise<boolean> {
  const evaluation = {
    subject: { type: 'user', id: 'ada' },
    action: { name: 'pay', properties: { cents } },
    resource: { type: 'account', id: '1' },
  };
  const { body } = await compiler.post(account, `/v1/policies/${policyId}/access/v1/evaluation`, evaluation).expect(200);
  return body.decision;
}

async function checked(policyId: string, cents: number): Promise<string> {
  const { category, params } = pay(cents);
  return (await compiler.check(account, policyId, category, params).expect(200)).body.verdict;
}

async function compiled(policyId: string): Promise<readonly string[]> {
  const { text } = await compiler.api.get(`/v1/policies/${policyId}/compiled`).set(bearer(account)).expect(200);
  const decisions = importedPolicy(text)(CENTS.map((cents) => JSON.stringify(['pay', pay(cents).params])));
  return decisions.map((decision) => JSON.parse(decision).verdict);
}

const KEPT = ['ALLOW', 'ALLOW', 'DENY', 'DENY', 'DENY'];

describe.each([
  ['on the event loop', capped],
  ['in a thread', dearCapped],
])('decided %s', (_where, source) => {
  it('a stored version that breaks its promise is a DENY, by check, evaluation, batch, cases and module', async () => {
    const policyId = await compiler.createPolicy(account, source(100));
    await breakPromise(policyId, source(500));
    expect(await batch(policyId)).toEqual(KEPT);
    expect([await checked(policyId, 50), await checked(policyId, 300)]).toEqual(['ALLOW', 'DENY']);
    expect([await evaluated(policyId, 50), await evaluated(policyId, 300)]).toEqual([true, false]);
    expect(await compiled(policyId)).toEqual(KEPT);
    const cases = CENTS.map((cents) => ({ ...pay(cents), verdict: 'ALLOW' }));
    const { body } = await put(`/v1/policies/${policyId}/cases`, { cases }).expect(200);
    expect(body.failures.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/cases/2', '/cases/3', '/cases/4']);
  });

  it('and so it is when logged decisions are replayed by it', async () => {
    const policyId = await compiler.createPolicy(account, source(100));
    await put(`/v1/policies/${policyId}/log`, { mode: 'all', keep: ['action_cents'] }).expect(200);
    expect(await batch(policyId)).toEqual(KEPT);
    await eventually(
      'they are logged',
      async () => (await compiler.database.policyDecision.count({ where: { policyId } })) === CENTS.length,
    );
    await breakPromise(policyId, source(500));
    const { body } = await compiler.post(account, `/v1/policies/${policyId}/replay`, { version: 1 }).expect(200);
    expect(body).toMatchObject({ decided: CENTS.length, same: CENTS.length, changed: [] });
  });

  it('a version whose certificate is of another engine is decided as before', async () => {
    const policyId = await compiler.createPolicy(account, source(100));
    const { certificate } = await compiler.database.policyVersion.findFirstOrThrow({ where: { policyId } });
    const other = Buffer.from(
      Buffer.from(certificate)
        .toString()
        .replace(/"engine":"[^"]*"/, '"engine":"0.1.0"'),
    );
    await compiler.database.policyVersion.updateMany({ where: { policyId }, data: { certificate: other } });
    expect(await batch(policyId)).toEqual(KEPT);
  });
});
