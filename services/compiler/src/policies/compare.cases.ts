import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(100));
  const more = compiler.api
    .put(`/v1/policies/${policyId}`)
    .set(bearer(account))
    .send({ source: upTo(200) });
  await more.expect(200);
});

const compare = (body: object, who = account) => compiler.post(who, `/v1/policies/${policyId}/compare`, body);
const change = (body: { categories: { changes: { old: string; new: string }[] }[] }, old: string, young: string) =>
  body.categories[0]?.changes.find((each) => each.old === old && each.new === young);

it('200: answers with an action for each change, and proves the others absent', async () => {
  const { body } = await compare({ version: 1 }).expect(200);
  expect(body).toMatchObject({ equivalent: 'no', at_most_as_permissive: 'yes', newly_allowed: 'no' });
  expect(body.categories.map(({ category }: { category: string }) => category)).toEqual(['pay']);
  expect(body.categories[0].changes).toHaveLength(6);
  const found = change(body, 'ALLOW', 'DENY');
  expect(found).toMatchObject({ answer: 'yes', params: { cents: expect.any(Number) } });
  expect(change(body, 'DENY', 'ALLOW')).toEqual({ old: 'DENY', new: 'ALLOW', answer: 'no' });
});

it('200: compares with a source, and with an older version as the old one', async () => {
  expect((await compare({ source: upTo(200) }).expect(200)).body.equivalent).toBe('yes');
  const { body } = await compare({ source: upTo(150), old_version: 1 }).expect(200);
  expect(body).toMatchObject({ equivalent: 'no', at_most_as_permissive: 'no', newly_allowed: 'yes' });
  const cents = Reflect.get(Reflect.get(change(body, 'DENY', 'ALLOW') ?? {}, 'params'), 'cents');
  expect(cents).toBeGreaterThan(100);
  expect(cents).toBeLessThanOrEqual(150);
});

const promising = (most: number) => upTo(most).replace(/}\n$/, '  ensure deny on "pay" when cents > 5_000\n}\n');

it('200: proves absent changes of versions with promises, whose certificates are stored', async () => {
  const id = await compiler.createPolicy(account, promising(100));
  await compiler.api
    .put(`/v1/policies/${id}`)
    .set(bearer(account))
    .send({ source: promising(200) })
    .expect(200);
  const { body } = await compiler.post(account, `/v1/policies/${id}/compare`, { version: 1 }).expect(200);
  expect(body).toMatchObject({ equivalent: 'no', at_most_as_permissive: 'yes', newly_allowed: 'no' });
});

it('400: needs exactly one of source and version, and files only beside a source', async () => {
  await compare({}).expect(400);
  await compare({ source: upTo(1), version: 1 }).expect(400);
  await compare({ version: 1, files: { './a.kir': '' } }).expect(400);
});

it('404: versions that do not exist; 422: a source that is no policy', async () => {
  await compare({ version: 3 }).expect(404);
  await compare({ version: 1, old_version: 9 }).expect(404);
  await compare({ version: 1 }, await compiler.register()).expect(404);
  expect((await compare({ source: CARD_FEE }).expect(422)).body.code).toBe('invalid-program');
});
