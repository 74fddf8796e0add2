import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  // One rendering exceeds the budget of a minute.
  registry = await startTestRegistry({ RENDERING_STEPS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1,::1,::ffff:127.0.0.1' });
  await registry.startWorker();
  ada = await registry.register();
});
afterAll(async () => registry.close());

let published = 0;
/** Publishes a circuit whose graph was never rendered. */
async function newGraph(): Promise<string> {
  published += 1;
  return `/v1/circuits/${await registry.publish(ada, closedCircuit(published))}/graph`;
}

const get = (path: string, address: string) => registry.api.get(path).set('X-Forwarded-For', address);

it('429: what the engine has to make is metered by address without a key, and what is kept is free', async () => {
  const [first, second] = [await newGraph(), await newGraph()];
  const { headers } = await get(first, '192.0.2.1').expect(200);
  const refused = await get(second, '192.0.2.1').expect(429);
  expect(refused.body.code).toBe('rate-limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['ratelimit-policy']).toBe('"rendering";q=1;w=60');
  await get(first, '192.0.2.1').expect(200);
  await get(first, '192.0.2.1').set('If-None-Match', String(headers['etag'])).expect(304);
  await get(second, '192.0.2.2').expect(200);
  await get(second, '192.0.2.1').expect(200);
});

it('429: artifacts spend what graphs spend', async () => {
  const pid = await registry.publish(ada, closedCircuit(1_000));
  await registry.certify(ada, pid);
  await get(await newGraph(), '192.0.2.3').expect(200);
  await get(`/v1/circuits/${pid}/artifacts/js`, '192.0.2.3').expect(429);
  await get(`/v1/circuits/${pid}/artifacts/js`, '192.0.2.4').expect(200);
  await get(await newGraph(), '192.0.2.4').expect(429);
});

it('429: an address of IPv6 counts by its /64', async () => {
  await get(await newGraph(), '2001:db8::1').expect(200);
  const graph = await newGraph();
  await get(graph, '2001:db8::2').expect(429);
  await get(graph, '2001:db8:0:1::1').expect(200);
});

it('429: with a key it is metered by account, from wherever it is asked', async () => {
  await get(await newGraph(), '192.0.2.5')
    .set(bearer(ada))
    .expect(200);
  const graph = await newGraph();
  await get(graph, '192.0.2.6').set(bearer(ada)).expect(429);
  await get(graph, '192.0.2.5').expect(200);
});

it('200: badges, circuits and lists are read however many', async () => {
  const graph = await newGraph();
  await get(graph, '192.0.2.7').expect(200);
  await get(await newGraph(), '192.0.2.7').expect(429);
  const circuit = graph.slice(0, -'/graph'.length);
  for (const path of [circuit, `${circuit}/badge`, `${circuit}/versions/1`, '/v1/circuits']) {
    for (let times = 0; times < 5; times += 1) await get(path, '192.0.2.7').expect(200);
  }
});
