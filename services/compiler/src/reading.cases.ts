import { itReadsByConvention } from '@kirchhoff/testing';
import { sharedCompiler } from './testing/compiler.fixture.js';
import { upTo } from './testing/sources.fixture.js';

itReadsByConvention(async () => {
  const compiler = await sharedCompiler();
  const account = await compiler.register();
  const policyId = await compiler.createPolicy(account, upTo(1));
  return {
    base: await compiler.serve(),
    description: compiler.description,
    key: account.key,
    paths: {
      '/v1/policies/{policy_id}': `/v1/policies/${policyId}`,
      '/v1/policies/{policy_id}/versions': `/v1/policies/${policyId}/versions`,
      '/v1/policies/{policy_id}/versions/{version}': `/v1/policies/${policyId}/versions/1`,
      '/v1/policies/{policy_id}/cases': `/v1/policies/${policyId}/cases`,
    },
    tagged: [
      '/v1/targets',
      '/v1/policies',
      '/v1/policies/{policy_id}',
      '/v1/policies/{policy_id}/versions',
      '/v1/policies/{policy_id}/versions/{version}',
      '/v1/policies/{policy_id}/cases',
    ],
    forms: [],
  };
});
