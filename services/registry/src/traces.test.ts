import { type CollectedSpan, type Collector, pathTo, startCollector } from '@kirchhoff/testing';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { type Receiver, startReceiver } from './testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const CERTIFY = 'POST /v1/circuits/:pid/certify';
const REQUESTED = [CERTIFY, 'send certifications', 'process certifications'];

let registry: TestRegistry;
let receiver: Receiver;
beforeAll(async () => {
  // Its own processes record no traces.
  registry = await startTestRegistry({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await registry.close();
});

/** Certifies a circuit with the caller's trace. */
async function certify(address: string, account: TestAccount, pid: string): Promise<Response> {
  const headers = { ...bearer(account), traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` };
  return fetch(`${address}/v1/circuits/${pid}/certify`, { method: 'POST', headers });
}

async function stopAll(processes: readonly ServiceProcess[]): Promise<void> {
  await Promise.all(processes.map(async (each) => each.stop()));
}

/** The variables of a process that records every trace. */
const traced = ({ url }: Collector) => ({
  ...registry.environment,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

describe('both processes with a collector', () => {
  let collector: Collector;
  let processes: readonly ServiceProcess[];
  let ada: TestAccount;
  let answer: Response;
  let spans: readonly CollectedSpan[];
  beforeAll(async () => {
    collector = await startCollector();
    processes = await Promise.all([startService('registry', traced(collector)), startService('worker', traced(collector))]);
    ada = await registry.register();
    await registry.api
      .post('/v1/webhooks')
      .set(bearer(ada))
      .send({ url: receiver.url, events: ['circuit.certified'] })
      .expect(201);
    const pid = await registry.publish(ada, closedCircuit(), { name: 'a planted name', description: 'a planted description' });
    answer = await certify(processes[0]?.address ?? '', ada, pid);
    await eventually('the webhook is called', () => receiver.received.length > 0);
    await stopAll(processes);
    spans = collector.spans().filter(({ traceId }) => traceId === CALLER.traceId);
  }, 120_000);
  afterAll(async () => {
    await stopAll(processes);
    await collector.close();
  });

  /** Returns the span of this name, which the trace has once. */
  const one = (name: string): CollectedSpan => {
    const [span, ...more] = spans.filter((each) => each.name === name);
    if (span === undefined || more.length > 0) throw new Error(`the trace has ${1 + more.length} or no spans ${name}`);
    return span;
  };

  it('a certification is one trace through request, queue, worker, engine thread and Postgres', () => {
    expect(answer.status).toBe(200);
    expect(one(CERTIFY)).toMatchObject({ parentSpanId: CALLER.spanId, kind: 2, status: 0 });
    const path = (name: string) => pathTo(one(name), spans);
    expect(path('certification-request')).toEqual([CERTIFY, 'certification-request']);
    expect(path('certification-claim-alone')).toEqual([...REQUESTED, 'certification-claim-alone']);
    expect(path('engine certify')).toEqual([...REQUESTED, 'run certification', 'engine certify']);
    expect(path('certification-finish')).toEqual([...REQUESTED, 'run certification', 'certification-finish']);
    expect(path('PUBLISH')).toEqual([...REQUESTED, 'run certification', 'PUBLISH']);
    expect([one(CERTIFY), one('engine certify')].map(({ resource }) => resource['service.name'])).toEqual([
      'kirchhoff-registry',
      'kirchhoff-worker',
    ]);
    expect(spans.filter((span) => pathTo(span, spans)[0] !== CERTIFY)).toEqual([]);
  });

  it('its span has the attributes of the conventions, and nothing else', () => {
    expect(one(CERTIFY).attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/circuits/:pid/certify',
      'http.response.status_code': 200,
    });
    expect(one('certification-finish').attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'WITH',
      'db.query.summary': 'certification-finish',
    });
    expect(one('process certifications').attributes).toEqual({
      'messaging.system': 'bullmq',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'certifications',
      'messaging.message.id': expect.stringMatching(/^crt_.*-1$/),
    });
  });

  it('the answer and the log line have the ids of the span', () => {
    const { spanId } = one(CERTIFY);
    expect(answer.headers.get('traceparent')).toBe(`00-${CALLER.traceId}-${spanId}-01`);
    expect(processes[0]?.said()).toContain(`"trace_id":"${CALLER.traceId}","span_id":"${spanId}"`);
  });

  it('a webhook is called in the trace of its event, under the span of the call', () => {
    const call = one('POST');
    const delivery = [...REQUESTED, 'run certification', 'send webhook-deliveries', 'process webhook-deliveries', 'POST'];
    expect(pathTo(call, spans)).toEqual(delivery);
    expect(call.attributes).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 204 });
    expect(receiver.received[0]?.headers['traceparent']).toBe(`00-${CALLER.traceId}-${call.spanId}-01`);
  });

  it('no span has a key, a source, an e-mail, a name or an address', () => {
    const sent = collector.requests.map(({ body }) => body.toString()).join('\n');
    for (const secret of [ada.key, 'someone@example.com', 'planted', 'circuit half', new URL(receiver.url).host]) {
      expect(sent).not.toContain(secret);
    }
  });
});

it('a job without a trace, as an earlier version adds it, is executed in the trace of its row', async () => {
  const collector = await startCollector();
  const worker = await registry.startWorker(traced(collector));
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit(1));
  const answer = await certify(await registry.serve(), ada, pid);
  expect(answer.status).toBe(200);
  for (const step of worker.closing) await step.run();
  const run = collector.spans().find(({ name }) => name === 'run certification');
  expect(`00-${run?.traceId}-${run?.parentSpanId}-01`).toBe(answer.headers.get('traceparent'));
  await collector.close();
});

it('a collector that hangs changes no answer and no end of a process', async () => {
  const collector = await startCollector(() => undefined);
  const processes = await Promise.all([startService('registry', traced(collector)), startService('worker', traced(collector))]);
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit(2));
  const answer = await certify(processes[0]?.address ?? '', ada, pid);
  expect([answer.status, await answer.json()]).toMatchObject([200, { certified: true }]);
  await stopAll(processes);
  expect(processes.map(({ child }) => child.exitCode)).toEqual([0, 0]);
  expect(collector.requests.length).toBeGreaterThan(0);
  await collector.close();
});
