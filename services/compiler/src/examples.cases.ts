import { EXAMPLE_POLICY, EXAMPLE_POLICY_ID } from './example-programs.js';
import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';

let compiler: TestCompiler;
let ada: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  ada = await compiler.register();
});

const examples = () =>
  Object.entries(compiler.description.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const body = operation.requestBody?.content['application/json'];
      return body === undefined ? [] : [{ method, path, example: body.example }];
    }),
  );

it('every operation with a body has an example, which works as it stands with a policy of its own', async () => {
  const policyId = await compiler.createPolicy(ada, EXAMPLE_POLICY);
  expect(examples().length).toBeGreaterThan(6);
  for (const { method, path, example } of examples()) {
    expect({ path, example }).toEqual({ path, example: expect.any(Object) });
    const address = path.replace('{policy_id}', policyId);
    const body: object = JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_POLICY_ID, policyId));
    const send = method === 'put' ? compiler.api.put(address) : compiler.api.post(address);
    const { status, text } = await send.set(bearer(ada)).send(body);
    expect({ method, path, status, text: status < 300 ? '' : text }).toEqual({ method, path, status: expect.any(Number), text: '' });
  }
});
