import { itReadsByConvention } from '@kirchhoff/testing';
import { bearer, eventually, sharedCompiler } from './testing/compiler.fixture.js';
import { upTo } from './testing/sources.fixture.js';

itReadsByConvention(async () => {
  const compiler = await sharedCompiler();
  const account = await compiler.register();
  const policyId = await compiler.createPolicy(account, upTo(1));
  const path = `/v1/policies/${policyId}`;
  await compiler.api.put(`${path}/log`).set(bearer(account)).send({ mode: 'all' }).expect(200);
  const { body } = await compiler.check(account, policyId, 'pay', { cents: 1 }).expect(200);
  const decision = `${path}/decisions/${body.decision_id}`;
  await eventually('the decision is logged', async () => (await compiler.api.get(decision).set(bearer(account))).status === 200);
  return {
    base: await compiler.serve(),
    description: compiler.description,
    key: account.key,
    paths: {
      '/v1/policies/{policy_id}': path,
      '/v1/policies/{policy_id}/versions': `${path}/versions`,
      '/v1/policies/{policy_id}/versions/{version}': `${path}/versions/1`,
      '/v1/policies/{policy_id}/versions/{version}/graph': `/v1/policies/${policyId}/versions/1/graph`,
      '/v1/policies/{policy_id}/cases': `${path}/cases`,
      '/v1/policies/{policy_id}/log': `${path}/log`,
      '/v1/policies/{policy_id}/decisions': `${path}/decisions`,
      '/v1/policies/{policy_id}/decisions/export': `${path}/decisions/export`,
      '/v1/policies/{policy_id}/decisions/{decision_id}': decision,
      '/v1/policies/{policy_id}/compiled': `${path}/compiled`,
    },
    tagged: [
      '/v1/targets',
      '/v1/policies',
      '/v1/policies/{policy_id}',
      '/v1/policies/{policy_id}/versions',
      '/v1/policies/{policy_id}/versions/{version}',
      '/v1/policies/{policy_id}/cases',
      '/v1/policies/{policy_id}/log',
      '/v1/policies/{policy_id}/compiled',
    ],
    forms: [],
  };
});
