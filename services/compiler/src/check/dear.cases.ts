import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { EQUAL_RECORDS, STATED_DOMAIN, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

/** Another account with a trivial, loaded policy. */
async function other(): Promise<() => Promise<string>> {
  const victim = await compiler.register();
  const policyId = await compiler.createPolicy(victim, upTo(5));
  const check = async (): Promise<string> => (await compiler.check(victim, policyId, 'pay', { cents: 1 }).expect(200)).body.verdict;
  await check();
  return check;
}

describe.each([
  ['compares large records', EQUAL_RECORDS],
  ['checks a large stated domain', STATED_DOMAIN],
])('a policy that %s takes millions of steps', (_what, source) => {
  it.each([
    ['a check', 1],
    ['a batch', 3],
  ])('%s of it leaves checks of others and /livez answering', async (_which, count) => {
    const policyId = await compiler.createPolicy(account, source);
    const trivial = await other();
    const actions = Array.from({ length: count }, (_, n) => ({ category: 'pay', params: { n } }));
    // Loads the policy: deciding an unknown category takes no steps.
    await compiler.check(account, policyId, 'steal', {}).expect(200);
    const order: string[] = [];
    const dear = compiler.api
      .post('/v1/policy/check/batch')
      .set(bearer(account))
      .send({ policy_id: policyId, actions })
      .expect(200)
      .then(({ body }) => {
        order.push('dear');
        return body.decisions.map(({ verdict }: { verdict: string }) => verdict);
      });
    for (let round = 0; round < 5; round += 1) {
      order.push(await trivial());
      order.push(String((await compiler.api.get('/livez')).status));
    }
    expect(await dear).toEqual(actions.map(() => 'ALLOW'));
    expect(order).toEqual([...Array.from({ length: 5 }, () => ['ALLOW', '200']).flat(), 'dear']);
  });
});

it('a batch whose cost lets it onto the event loop, and whose steps do not, is decided in order by both', async () => {
  const source = EQUAL_RECORDS.replace('1..1_500', '1..70').replace('when slow(n)', 'when n < 5 or slow(n)');
  const policyId = await compiler.createPolicy(account, source);
  const given = [1, 10, 4, 9, 2, 11, 5];
  const actions = given.map((n) => ({ category: 'pay', params: { n } }));
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
  const verdicts = body.decisions.map(({ verdict }: { verdict: string }) => verdict);
  expect(verdicts).toEqual(given.map((n) => (n > 9 ? 'DENY' : 'ALLOW')));
});

it('503 before it is read: a batch of whose account as many wait for a thread as may; no check, and no batch of another', async () => {
  const policyId = await compiler.createPolicy(account, EQUAL_RECORDS);
  const cheap = await compiler.createPolicy(account, upTo(5));
  const trivial = await other();
  const address = await compiler.serve();
  const send = async (whose: TestAccount, body: string, signal?: AbortSignal) => {
    const headers = { ...bearer(whose), 'Content-Type': 'application/json' };
    const answer = await fetch(`${address}/v1/policy/check/batch`, {
      method: 'POST',
      headers,
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const until = async (status: number) => {
    while ((await send(account, 'no JSON')) !== status);
  };
  const client = new AbortController();
  const actions = Array.from({ length: 20 }, (_, n) => ({ category: 'pay', params: { n } }));
  const dear = JSON.stringify({ policy_id: policyId, actions });
  const sent = Array.from({ length: 9 }, async () => send(account, dear, client.signal).catch(() => undefined));
  await until(503);
  await compiler.check(account, cheap, 'pay', { cents: 1 }).expect(200);
  expect(await trivial()).toBe('ALLOW');
  expect(await send(await compiler.register(), 'no JSON')).toBe(400);
  client.abort();
  await Promise.all(sent);
  await until(400);
});
