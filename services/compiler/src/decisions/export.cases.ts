import type supertest from 'supertest';
import { bearer, eventually, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { upTo } from '../testing/sources.fixture.js';

interface Line {
  readonly decision_id: string;
  readonly decided_at: string;
  readonly verdict: string;
  readonly params: { readonly cents: number | null };
}

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
});
beforeEach(async () => {
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(100));
  await compiler.api
    .put(`/v1/policies/${policyId}/log`)
    .set(bearer(account))
    .send({ mode: 'all', keep: ['cents'] })
    .expect(200);
});

const get = (path: string, who = account) =>
  compiler.api
    .get(path)
    .set(bearer(who))
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => done(null, text));
    });
const exported = (query = '') => get(`/v1/policies/${policyId}/decisions/export${query}`).expect(200);

function linesOf({ body }: supertest.Response): readonly Line[] {
  const text = String(body);
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line): Line => JSON.parse(line));
}

async function decide(count: number): Promise<void> {
  const stored = async () => compiler.database.policyDecision.count({ where: { policyId } });
  const before = await stored();
  const actions = Array.from({ length: count }, (_, cents) => ({ category: 'pay', params: { cents } }));
  await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
  await eventually('they are logged', async () => (await stored()) === before + count);
}

it('200: has every decision once, oldest first, as the log shows it', async () => {
  for (const count of [1_000, 200, 1]) await decide(count);
  const answer = await exported();
  expect(answer.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'cache-control': 'private, no-store' });
  const lines = linesOf(answer);
  expect(lines).toHaveLength(1_201);
  const keys = lines.map(({ decided_at: at, decision_id: id }) => `${at} ${id}`);
  expect(keys).toEqual([...new Set(keys)].toSorted());
  const { body } = await compiler.api.get(`/v1/policies/${policyId}/decisions?limit=100`).set(bearer(account)).expect(200);
  expect(lines.toReversed().slice(0, 100)).toEqual(body.decisions);
});

it('200: an empty log has no line', async () => {
  const answer = await exported();
  expect([linesOf(answer), answer.headers['link']]).toEqual([[], expect.not.stringContaining('rel="next"')]);
});

it('200: takes the filters of the log', async () => {
  await decide(200);
  const lines = linesOf(await exported('?verdict=DENY'));
  expect(lines.map(({ params }) => params.cents).toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
    Array.from({ length: 99 }, (_, index) => index + 101),
  );
  expect(linesOf(await exported('?rule=small'))).toHaveLength(101);
  const [first] = lines;
  expect(linesOf(await exported(`?to=${first?.decided_at}`)).every(({ decided_at: at }) => at < (first?.decided_at ?? ''))).toBe(true);
  expect(linesOf(await exported('?from=2100-01-01T00:00:00Z'))).toEqual([]);
});

it('200: in parts, of which each says where the next begins', async () => {
  await decide(1_000);
  await decide(100);
  const whole = linesOf(await exported());
  const followed: Line[] = [];
  const sizes: number[] = [];
  let path: string | undefined = `/v1/policies/${policyId}/decisions/export?limit=600`;
  while (path !== undefined) {
    const part: supertest.Response = await get(path).expect(200);
    const lines = linesOf(part);
    followed.push(...lines);
    sizes.push(lines.length);
    path = /<([^>]*)>; rel="next"/.exec(part.headers['link'] ?? '')?.[1];
  }
  expect([sizes, followed]).toEqual([[600, 500], whole]);
  const exact = await exported('?limit=1100');
  expect([linesOf(exact).length, exact.headers['link']]).toEqual([1_100, expect.not.stringContaining('rel="next"')]);
});

it('404: of another account and of an unknown policy; 400: of what is no filter', async () => {
  await get(`/v1/policies/${policyId}/decisions/export`, await compiler.register()).expect(404);
  await get('/v1/policies/pol_0000000000000000000000/decisions/export').expect(404);
  for (const wrong of ['limit=0', 'limit=100001', 'to=2016-12-31T23:59:60Z', 'cursor=x', 'format=csv'])
    await get(`/v1/policies/${policyId}/decisions/export?${wrong}`).expect(400);
});
