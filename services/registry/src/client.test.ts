import { ApiError, answerOf, createClient, type KirchhoffClient } from '@kirchhoff/client';
import { closeSharedRegistry, registryWithWorker, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from './testing/sources.fixture.js';

let registry: TestRegistry;
let account: TestAccount;
let address: string;
let client: KirchhoffClient;
afterAll(closeSharedRegistry);
beforeAll(async () => {
  registry = await registryWithWorker();
  account = await registry.register();
  address = await registry.serve();
  client = createClient({ registry: address, compiler: address, apiKey: account.key });
});

it('publishes and certifies, closed and open', async () => {
  const closed = await client.publish({ name: 'by a client', source: closedCircuit(501) });
  expect(await client.certify(closed.pid)).toMatchObject({ certified: true, phi_c: 1, pid: closed.pid });
  const open = await client.publish({ name: 'open by a client', source: OPEN_CIRCUIT });
  const result = await client.certify(open.pid);
  expect(result).toMatchObject({ certified: false, errors: [{ counterexample: { parts: 0 } }] });
  expect(await client.waitForCertification(result.certification_id)).toEqual(result);
});

it('publishes once if the answer is lost', async () => {
  let isLost = false;
  const losing = createClient({
    registry: address,
    compiler: address,
    apiKey: account.key,
    fetch: async (request) => {
      const response = await fetch(request);
      if (isLost) return response;
      isLost = true;
      throw new TypeError('the connection broke');
    },
  });
  const { pid } = await losing.publish({ name: 'published once', source: closedCircuit(502) });
  const listed = answerOf(await client.registry.GET('/v1/circuits', { params: { query: { owner: 'me', search: 'published once' } } }));
  expect(listed.circuits.map((circuit) => circuit.pid)).toEqual([pid]);
});

it('gives a refusal as an error with its code and request id, without the key', async () => {
  const refused = await client.publish({ name: 'no circuit', source: 'circuit {' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    status: 422,
    code: 'invalid-program',
    requestId: expect.any(String),
    problem: { diagnostics: [{ line: 1 }] },
  });
  expect(JSON.stringify(refused)).not.toContain(account.key);
});

it('ends a wait when it is aborted', async () => {
  const { pid } = await client.publish({ name: 'aborted', source: closedCircuit(503) });
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  await expect(client.certify(pid, stop.signal)).rejects.toThrow('stopped');
});
