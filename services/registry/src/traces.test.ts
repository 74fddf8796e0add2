import { type Collector, startCollector, traceTree } from '@kirchhoff/testing';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

let registry: TestRegistry;
let collector: Collector;
let processes: readonly ServiceProcess[] = [];
beforeAll(async () => {
  collector = await startCollector();
  registry = await startTestRegistry();
});
afterAll(async () => {
  await Promise.all(processes.map(async (each) => each.stop()));
  await registry.close();
  await collector.close();
});

it('follows a certification', async () => {
  const environment = { ...registry.environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  processes = await Promise.all([startService('registry', environment), startService('worker', environment)]);
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const answer = await fetch(`${processes[0]?.address}/v1/circuits/${pid}/certify`, { method: 'POST', headers: bearer(ada) });
  expect(answer.status).toBe(200);
  await Promise.all(processes.map(async (each) => each.stop()));
  await eventually('x', () => collector.requests.length > 0);
  console.log(traceTree(collector.spans()).join('\n'), JSON.stringify(collector.spans(), null, 1));
});
