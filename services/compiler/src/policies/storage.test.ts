import { bearer, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';

let compiler: TestCompiler;
let ada: TestAccount;
beforeAll(async () => {
  compiler = await startTestCompiler({ PRO_POLICIES: '1' });
});
beforeEach(async () => {
  ada = await compiler.register();
});
afterAll(async () => compiler.close());

const source = (number: number) => `policy p {\n  action "a" (n: 0..9)\n  rule r allow on "a" when n == ${number}\n}`;
const create = (number: number) =>
  compiler.api
    .post('/v1/policies')
    .set(bearer(ada))
    .send({ name: 'p', source: source(number) });
const stored = async () => compiler.database.accountStorage.findUniqueOrThrow({ where: { accountId: ada.accountId } });
const limit = async (limits: object) => compiler.database.account.update({ where: { id: ada.accountId }, data: { limits: { ...limits } } });

it('counts the bytes, versions and policies that it writes, and refuses the one too many', async () => {
  const { body } = await create(1).expect(201);
  const [version] = await compiler.database.policyVersion.findMany({ where: { policyId: body.policy_id } });
  const bytes = Buffer.byteLength(version?.source ?? '') + (version?.report.length ?? 0) + (version?.certificate.length ?? 0);
  expect(await stored()).toMatchObject({ octets: BigInt(bytes), policies: 1, versions: 1 });
  await limit({ policies: 1 });
  expect((await create(2).expect(403)).body.code).toBe('storage-exceeded');
  const put = (number: number) =>
    compiler.api
      .put(`/v1/policies/${body.policy_id}`)
      .set(bearer(ada))
      .send({ source: source(number) });
  await put(3).expect(200);
  await limit({ stored_octets: Number((await stored()).octets) });
  expect((await put(4).expect(403)).body.code).toBe('storage-exceeded');
  expect(await stored()).toMatchObject({ policies: 1, versions: 2 });
  await compiler.api.delete(`/v1/policies/${body.policy_id}`).set(bearer(ada)).expect(204);
  expect(await stored()).toMatchObject({ policies: 0, versions: 2 });
});

it('has the limits of its tier as they are set', async () => {
  await compiler.database.account.update({ where: { id: ada.accountId }, data: { tier: 'pro' } });
  await create(1).expect(201);
  await create(2).expect(403);
});

it('lets of many at once no more through than there is room for', async () => {
  await limit({ policies: 2 });
  const answers = await Promise.all(Array.from({ length: 6 }, async (_, number) => create(number)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(await stored()).toMatchObject({ policies: 2, versions: 2 });
});

/** Waits until this number of sessions of this database waits for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await compiler.database.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (Number(row?.count) >= count) return;
  }
}

it('a change waits for the policy before it locks what the account stores, as a withdrawal does', async () => {
  const { body } = await create(1).expect(201);
  const changed = compiler.database.$transaction(async (session) => {
    await session.$executeRaw`SELECT 1 FROM policies WHERE id = ${body.policy_id} FOR UPDATE`;
    const answer = compiler.api
      .put(`/v1/policies/${body.policy_id}`)
      .set(bearer(ada))
      .send({ source: source(2) })
      .then(({ status }) => status);
    await waiting(1);
    await session.$executeRaw`SELECT 1 FROM account_storage WHERE account_id = ${ada.accountId} FOR UPDATE NOWAIT`;
    return { answer };
  });
  expect(await (await changed).answer).toBe(200);
});
