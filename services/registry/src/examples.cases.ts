import { bearer, sharedRegistry, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await sharedRegistry();
  ada = await registry.register();
});

const examples = () =>
  Object.entries(registry.description.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const body = operation.requestBody?.content['application/json'];
      return body === undefined ? [] : [{ method, path, example: body.example }];
    }),
  );

it('every operation with a body has an example, which works as it stands', async () => {
  const pid = await registry.publish(ada, 'circuit one {\n  output b: 0..9\n  b = 1\n}\n');
  expect(examples().length).toBeGreaterThan(4);
  for (const { method, path, example } of examples()) {
    expect({ path, example }).toEqual({ path, example: expect.any(Object) });
    const address = path.replace('{pid}', pid);
    const send = method === 'put' ? registry.api.put(address) : registry.api.post(address);
    const body: object = JSON.parse(JSON.stringify(example));
    const { status, text } = await send.set(bearer(ada)).send(body);
    expect({ method, path, status, text: status < 300 ? '' : text }).toEqual({ method, path, status: expect.any(Number), text: '' });
  }
});
