import { bearer, sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

it("200: today's counts and limits, and the midnight at which they reset", async () => {
  const ada = await registry.register();
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  expect(body).toEqual({
    account_id: ada.accountId,
    tier: 'free',
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    resets_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    certifications: { used: 0, limit: 10, remaining: 10 },
    verifications: { used: 0, limit: 50, remaining: 50 },
    storage: {
      octets: { used: 0, limit: 33_554_432, remaining: 33_554_432 },
      circuits: { used: 0, limit: 1_000, remaining: 1_000 },
      policies: { used: 0, limit: 200, remaining: 200 },
      versions: { used: 0, limit: 5_000, remaining: 5_000 },
    },
  });
  expect(Date.parse(body.resets_at) - Date.parse(body.day)).toBe(86_400_000);
});

it('200: without limits for an account of tier pro', async () => {
  const ada = await registry.register();
  await registry.database.account.update({ where: { id: ada.accountId }, data: { tier: 'pro' } });
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  expect(body.certifications).toEqual({ used: 0, limit: null, remaining: null });
});

it('401 without a key', async () => {
  await registry.api.get('/v1/usage').expect(401);
});
