import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

/** `npm run quotas` runs a hundred rounds. */
const ROUNDS = Number(process.env['QUOTA_ROUNDS'] ?? '3');
const AT_ONCE = 200;
const PATIENCE_MILLISECONDS = 60_000 + ROUNDS * 20_000;

let registry: TestRegistry;
let processes: readonly ServiceProcess[];
beforeAll(async () => {
  registry = await startTestRegistry();
  const environment = { ...registry.environment, RUN_WAIT_MILLISECONDS: '25000' };
  [processes] = await Promise.all([
    Promise.all([startService('registry', environment), startService('registry', environment)]),
    registry.startWorker(),
    registry.startWorker(),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all(processes.map(async (each) => each.stop()));
  await registry.close();
});

interface Answer {
  readonly status: number;
  readonly code: unknown;
  readonly certified: unknown;
  readonly headers: Headers;
}

/** Sends concurrent requests, to both processes in turn. */
async function atOnce(account: TestAccount, pid: string, what: 'certify' | 'verify', many = AT_ONCE): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: many }, async (_, index) => send(account, pid, what, index)));
}

async function send(account: TestAccount, pid: string, what: string, index: number): Promise<Answer> {
  const address = processes[index % processes.length]?.address ?? '';
  const answer = await fetch(`${address}/v1/circuits/${pid}/${what}`, { method: 'POST', headers: bearer(account) });
  const body = Object.fromEntries(Object.entries(Object(await answer.json())));
  return { status: answer.status, code: body['code'], certified: body['certified'], headers: answer.headers };
}

const of = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status);

async function used(account: TestAccount, kind: 'certification' | 'verification'): Promise<number | undefined> {
  const row = await registry.database.quotaCount.findFirst({ where: { accountId: account.accountId, kind } });
  return row?.count;
}

/**
 * Like `atOnce`, for a busy machine: a request that got an uncounted 503 is repeated, so that exactly the quota's count of
 * results is answered.
 */
async function answered(account: TestAccount, pid: string, what: 'certify' | 'verify'): Promise<readonly Answer[]> {
  const answers = [...(await atOnce(account, pid, what))];
  for (let busy = of(answers, 503); busy.length > 0; busy = of(answers, 503)) {
    for (const each of busy) answers.splice(answers.indexOf(each), 1);
    answers.push(...(await atOnce(account, pid, what, busy.length)));
  }
  return answers;
}

/** Each refusal has its reason and its end: the next midnight UTC. */
function expectRefusal({ code, headers }: Answer, policy: string): void {
  expect(code).toBe('quota-exceeded');
  const seconds = Number(headers.get('retry-after'));
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  expect(Math.abs(Date.now() + seconds * 1_000 - midnight)).toBeLessThan(30_000);
  expect(headers.get('ratelimit')).toContain(`"${policy}";r=0;t=${seconds}`);
  expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`"${policy}";q=(10|50);w=86400`));
}

it(
  `gives exactly 10 results and 190 refusals to 200 certifications at once, over two processes, ${ROUNDS} times`,
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = await registry.register();
      const pid = await registry.publish(account, closedCircuit(round));
      const answers = await answered(account, pid, 'certify');
      const results = of(answers, 200);
      const refusals = of(answers, 429);
      expect([results.length, refusals.length]).toEqual([10, 190]);
      expect(results.every(({ certified }) => certified === true)).toBe(true);
      const left = results.map(({ headers }) => Number(/"certifications";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]));
      expect(new Set(left)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
      for (const refusal of refusals) expectRefusal(refusal, 'certifications');
      expect(await used(account, 'certification')).toBe(10);
      expect(await registry.database.certification.count({ where: { accountId: account.accountId } })).toBe(10);
    }
  },
  PATIENCE_MILLISECONDS,
);

it(
  'gives exactly 50 results and 150 refusals to 200 verifications at once',
  async () => {
    for (let round = 0; round < Math.ceil(ROUNDS / 10); round += 1) {
      const account = await registry.register();
      const pid = await registry.publish(account, closedCircuit(1_000 + round));
      expect((await registry.certify(account, pid)).body.certified).toBe(true);
      const answers = await answered(account, pid, 'verify');
      expect([of(answers, 200).length, of(answers, 429).length]).toEqual([50, 150]);
      for (const refusal of of(answers, 429)) expectRefusal(refusal, 'verifications');
      expect(await used(account, 'verification')).toBe(50);
      expect(await registry.database.verification.count({ where: { accountId: account.accountId } })).toBe(50);
    }
  },
  PATIENCE_MILLISECONDS,
);

it(
  'counts nothing against accounts of tier pro',
  async () => {
    const account = await registry.register();
    await registry.database.account.update({ where: { id: account.accountId }, data: { tier: 'pro' } });
    const pid = await registry.publish(account, closedCircuit(2_000));
    const answers = await atOnce(account, pid, 'certify', 20);
    expect(of(answers, 200)).toHaveLength(20);
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy') ?? '').join()).not.toContain('certifications');
  },
  PATIENCE_MILLISECONDS,
);
