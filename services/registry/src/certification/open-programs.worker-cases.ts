import { bearer, eventually, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { conformanceCase } from '../testing/sources.fixture.js';

/** Programs that fail for some input and that an earlier, faulty engine certified. */

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
});

it.each([
  'open_tags_of_two_lists',
  'open_boards_and_owners',
  'open_two_orders_of_tags',
  'open_optional_tags',
  'open_tags_beside_counts',
  'open_long_list_of_one_value',
  'open_ensure_of_long_list',
  'open_component_of_long_list',
])('%s is published, and neither certified nor verified, shown as certified, or compiled', async (name) => {
  const pid = await registry.publish(ada, conformanceCase(name));
  await registry.certify(ada, pid);
  // Refuting some of them takes long.
  await eventually(
    'it is decided',
    async () => (await registry.database.certification.count({ where: { circuitId: pid, status: 'done' } })) === 1,
  );
  const { body } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
  expect(body).toMatchObject({ certified: false, certified_at: null });
  expect(body.phi_c).toBeLessThan(1);
  const verified = await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada));
  expect(verified.body).toMatchObject({ status: 409, code: 'not-certified' });
  const badge = await registry.api.get(`/v1/circuits/${pid}/badge`).set('Accept', 'application/json').expect(200);
  expect(badge.body.message).not.toContain('φ 1.0');
  await registry.api.get(`/v1/circuits/${pid}/artifacts/js`).expect(409);
  await registry.api.get(`/v1/circuits/${pid}/certificate`).expect(404);
});
