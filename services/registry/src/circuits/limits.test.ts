import { bearer, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit } from '../testing/sources.fixture.js';

const opened: TestRegistry[] = [];
afterAll(async () => {
  for (const registry of opened) await registry.close();
});

async function open(variables: Readonly<Record<string, string>>): Promise<TestRegistry> {
  const registry = await startTestRegistry(variables);
  opened.push(registry);
  return registry;
}

it('429: publishing, changing and withdrawing share one limit an account', async () => {
  const registry = await open({ PUBLISH_PER_MINUTE: '3' });
  const [ada, bob] = [await registry.register(), await registry.register()];
  const pid = await registry.publish(ada, closedCircuit());
  await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ name: 'changed' }).expect(200);
  await registry.api.delete('/v1/circuits/nothing').set(bearer(ada)).expect(404);
  const { api } = registry;
  for (const request of [api.post('/v1/circuits').send({}), api.put(`/v1/circuits/${pid}`).send({}), api.delete(`/v1/circuits/${pid}`)]) {
    const { body, headers } = await request.set(bearer(ada)).expect(429);
    expect(body.code).toBe('rate-limited');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await registry.api.get(`/v1/circuits/${pid}/versions`).set(bearer(ada)).expect(200);
  await registry.publish(bob, closedCircuit());
});

it('503: the queue for the engine is full; only answers with 200 or 201 created circuits', async () => {
  const registry = await open({ ENGINE_QUEUE_LIMIT: '1' });
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const answers = await Promise.all(
    // As many large bodies as one account may send at once.
    Array.from({ length: 16 }, async (_, index) => {
      const source = `// ${index}\n${longCircuit(1_500)}`;
      return index % 2 === 0
        ? registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ source })
        : registry.api
            .post('/v1/circuits')
            .set(bearer(ada))
            .send({ name: `number ${index}`, source });
    }),
  );
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  for (const { body, headers } of busy) {
    expect(body.code).toBe('busy');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const done = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect(done(200) + done(201) + busy.length).toBe(answers.length);
  expect(await registry.database.circuitVersion.count({ where: { circuitId: pid } })).toBe(1 + done(200));
  expect(await registry.database.circuit.count()).toBe(1 + done(201));
});
