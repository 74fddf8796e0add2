import { type Receiver, startReceiver } from '../testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let registry: TestRegistry;
let receiver: Receiver;
beforeAll(async () => {
  registry = await startTestRegistry({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  await registry.startWorker();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await registry.close();
});

it('what a request sets off stays in its trace: the run, and what webhooks are told', async () => {
  const ada = await registry.register();
  const headers = { ...bearer(ada), traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const call = (path: string, body: object = {}) => registry.api.post(path).set(headers).send(body);
  await call('/v1/webhooks', { url: receiver.url }).expect(201);
  const { body: circuit } = await call('/v1/circuits', { name: 'a', source: closedCircuit() }).expect(201);
  const { headers: answered } = await call(`/v1/circuits/${circuit.pid}/certify`).expect(200);
  await call('/v1/auth/keys/rotate').expect(200);
  await eventually('all is told', () => receiver.received.length === 3);
  const told = receiver.received.map(({ headers: sent }) => String(sent['traceparent']));
  for (const traceparent of told) expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(told).toContain(answered['traceparent']);
});
