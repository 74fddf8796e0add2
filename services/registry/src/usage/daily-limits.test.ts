import { bearer, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ FREE_CERTIFICATIONS_PER_DAY: '1', PRO_VERIFICATIONS_PER_DAY: '7' });
});
afterAll(async () => registry.close());

it('counts to the daily limits that the operator sets for a tier, and shows them', async () => {
  const ada = await registry.register();
  const first = await registry.publish(ada, closedCircuit());
  const second = await registry.publish(ada, closedCircuit(1));
  const certify = (pid: string) => registry.api.post(`/v1/circuits/${pid}/certify`).set({ ...bearer(ada), Prefer: 'respond-async' });
  await certify(first).expect(202);
  const { body } = await certify(second).expect(429);
  expect(body).toMatchObject({ code: 'quota-exceeded', detail: expect.stringContaining('its 1 certifications') });
  const usage = async () => (await registry.api.get('/v1/usage').set(bearer(ada)).expect(200)).body;
  expect(await usage()).toMatchObject({ certifications: { used: 1, limit: 1, remaining: 0 }, verifications: { limit: 50 } });
  await registry.database.account.update({ where: { id: ada.accountId }, data: { tier: 'pro' } });
  expect(await usage()).toMatchObject({ certifications: { used: 1, limit: null }, verifications: { limit: 7 } });
});
