import { startTestCompiler, type TestCompiler } from '../testing/compiler.fixture.js';

let compiler: TestCompiler;
beforeAll(async () => {
  compiler = await startTestCompiler({ COMPILER_URL: 'https://pdp.example.com/kirchhoff/' });
});
afterAll(async () => compiler.close());

it('names the address of the settings, whatever the request says', async () => {
  const path = '/v1/policies/pol_0000000000000000000000';
  const { body } = await compiler.api.get(`/.well-known/authzen-configuration${path}`).set('Host', 'elsewhere.test').expect(200);
  expect(body).toEqual({
    policy_decision_point: `https://pdp.example.com/kirchhoff${path}`,
    access_evaluation_endpoint: `https://pdp.example.com/kirchhoff${path}/access/v1/evaluation`,
    access_evaluations_endpoint: `https://pdp.example.com/kirchhoff${path}/access/v1/evaluations`,
  });
});
