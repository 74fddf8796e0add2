import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Collector, startCollector, traceTree } from '@kirchhoff/testing';
import { currentSpan, inSpan, underSpan } from './span.js';
import { openTestTracing, tracingSettings, until, wrongSettings } from './tracing.fixture.js';
import { inTraceOf, openTracing, processJob, sendJob, type Traced } from './tracing.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE}-${PARENT}-01`;
const UNSAMPLED = `00-${TRACE}-${PARENT}-00`;

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  await collector.close();
});

const run = promisify(execFile);

it('without a collector there are no traces, and the library is not loaded', async () => {
  const program = `
    const platform = require(${JSON.stringify(join(__dirname, '../../index.js'))});
    const loaded = () => Object.keys(require.cache).some((path) => path.includes('@opentelemetry'));
    const open = async (url) => {
      const settings = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: 1 };
      if (url !== undefined) settings.OTEL_EXPORTER_OTLP_ENDPOINT = url;
      const options = { service: 'a', version: '1', log: { warn: () => undefined }, randomness: platform.systemRandomness };
      return [(await platform.openTracing(settings, options)) !== undefined, loaded()];
    };
    (async () => console.log(JSON.stringify([await open(), await open(${JSON.stringify(collector.url)})])))();`;
  const { stdout } = await run(process.execPath, ['-e', program]);
  expect(JSON.parse(stdout)).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('a request is a part of the trace of its caller, and its work a part of the request', async () => {
  const { tracing } = await openTestTracing(collector.url);
  const { context, span } = tracing.beginRequest('POST', SAMPLED);
  expect(context).toEqual({
    traceId: TRACE,
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    traceparent: `00-${TRACE}-${context.spanId}-01`,
  });
  await underSpan(span, async () =>
    inSpan('outer', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, async () => inSpan('inner', {}, async () => 1)),
  );
  span?.end();
  await tracing.close();
  expect(traceTree(collector.spans())).toEqual(['POST', '  outer', '    inner']);
  expect(collector.spans().find(({ name }) => name === 'POST')).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2, status: 0 });
  expect(collector.spans().find(({ name }) => name === 'outer')).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql' } });
  expect(tracing.counts).toEqual({ exported: 3, failed: 0, dropped: 0 });
});

it('an exception marks its span by its code or name, never by its message', async () => {
  const { tracing } = await openTestTracing(collector.url);
  const { span } = tracing.beginRequest('POST', undefined);
  const failing = [
    Object.assign(new Error('key=svc_live_x'), { code: '57014' }),
    Object.assign(new Error('key=svc_live_x'), { cause: { originalCode: '40001' }, code: 'P2034' }),
    new TypeError('key=svc_live_x'),
    Object.assign(new Error('svc_live_x'), { name: 'an e-mail ada@example.org' }),
  ];
  for (const error of failing) {
    const thrown = underSpan(span, async () => inSpan('work', {}, async () => Promise.reject(error)));
    await expect(thrown).rejects.toBe(error);
  }
  span?.end();
  await tracing.close();
  const failed = collector.spans().filter(({ name }) => name === 'work');
  expect(failed.map(({ status, attributes }) => [status, attributes['error.type']])).toEqual([
    [2, '57014'],
    [2, '40001'],
    [2, 'TypeError'],
    [2, '_OTHER'],
  ]);
  expect(collector.requests.map(({ body }) => body.toString()).join('')).not.toContain('svc_live_x');
});

it('work that outlives its request belongs to no trace', async () => {
  const { tracing } = await openTestTracing(collector.url);
  const { span } = tracing.beginRequest('POST', undefined);
  const later = underSpan(span, async () => {
    await until(() => span?.hasEnded === true);
    return currentSpan();
  });
  span?.end();
  expect(await later).toBeUndefined();
  await tracing.close();
});

it.each([
  ['always_on', UNSAMPLED, '01'],
  ['always_off', SAMPLED, '00'],
  ['parentbased_always_on', undefined, '01'],
  ['parentbased_always_on', UNSAMPLED, '00'],
  ['parentbased_always_on', 'nonsense', '01'],
  ['parentbased_always_off', undefined, '00'],
  ['parentbased_always_off', SAMPLED, '01'],
  ['traceidratio', SAMPLED, '00'],
  ['parentbased_traceidratio', undefined, '00'],
  ['parentbased_traceidratio', SAMPLED, '01'],
])('%s under %s: the flag is %s, and without it there is no span', async (sampler, traceparent, flag) => {
  const { tracing } = await openTestTracing(collector.url, { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' });
  const { context, span } = tracing.beginRequest('GET', traceparent);
  expect([context.traceparent.slice(-2), span === undefined]).toEqual([flag, flag === '00']);
  span?.end();
  await tracing.close();
  expect(collector.requests.length).toBe(flag === '00' ? 0 : 1);
});

it('a share of the traces is recorded whole', async () => {
  const { tracing } = await openTestTracing(collector.url, { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' });
  const spans = Array.from({ length: 200 }, () => tracing.beginRequest('GET', undefined).span);
  const recorded = spans.filter((span) => span !== undefined).length;
  expect(recorded).toBeGreaterThan(40);
  expect(recorded).toBeLessThan(160);
  await tracing.close();
});

it('a job carries its trace through the queue, and a job without one is executed outside every trace', async () => {
  const { tracing } = await openTestTracing(collector.url);
  const jobs: Traced[] = [];
  const { span } = tracing.beginRequest('POST', undefined);
  await underSpan(span, async () => sendJob('runs', 'job-1', async (traced) => jobs.push(traced)));
  await sendJob('runs', 'job-2', async (traced) => jobs.push(traced));
  const seen: boolean[] = [];
  for (const job of jobs)
    await processJob(tracing, 'runs', { ...job, id: 'job' }, async () => inSpan('work', {}, async (part) => seen.push(part !== undefined)));
  await underSpan(span, async () =>
    inTraceOf(tracing, 'nonsense', 'run', {}, async () => inSpan('work', {}, async (part) => seen.push(part !== undefined))),
  );
  span?.end();
  await tracing.close();
  expect(jobs[1]).toEqual({});
  expect(seen).toEqual([true, false, false]);
  expect(traceTree(collector.spans())).toEqual(['POST', '  send runs', '    process runs', '      work']);
  expect(collector.spans().find(({ name }) => name === 'process runs')).toMatchObject({
    kind: 5,
    attributes: { 'messaging.system': 'bullmq', 'messaging.destination.name': 'runs', 'messaging.operation.type': 'process' },
  });
});

it('the collector gets the name, the version and the attributes of the process, and its header fields', async () => {
  const { tracing } = await openTestTracing(collector.url, {
    OTEL_SERVICE_NAME: 'registry of ada',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20two, service.name=other',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret,x-tenant=a=b',
  });
  tracing.beginRequest('GET', undefined).span?.end();
  await tracing.close();
  expect(collector.spans()[0]?.resource).toMatchObject({
    'service.name': 'registry of ada',
    'service.version': '1.2.3',
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'deployment.environment.name': 'test two',
  });
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer secret', 'x-tenant': 'a=b' } });
});

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '/' }, '/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '/otel/' }, '/otel/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '/otel', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/whole' }, '/whole'],
])('%j leads to %s', async (paths, path) => {
  const environment = Object.fromEntries(Object.entries(paths).map(([name, value]) => [name, collector.url + value]));
  const { tracing } = await openTestTracing(collector.url, environment);
  tracing.beginRequest('GET', undefined).span?.end();
  await tracing.close();
  expect(collector.requests.map((request) => request.path)).toEqual([path]);
});

it('the encoding is protobuf unless the settings say otherwise', async () => {
  const { tracing } = await openTestTracing(collector.url, { OTEL_EXPORTER_OTLP_PROTOCOL: '' });
  const { context, span } = tracing.beginRequest('GET', SAMPLED);
  span?.end();
  await tracing.close();
  expect(collector.requests[0]?.headers['content-type']).toBe('application/x-protobuf');
  // ExportTraceServiceRequest.resource_spans, .scope_spans, .spans; then trace_id, span_id, parent_span_id and name.
  const sent = [1, 2, 2].reduce((message, field) => memberOf(message, field), collector.requests[0]?.body ?? Buffer.alloc(0));
  expect([1, 2, 4].map((field) => memberOf(sent, field).toString('hex'))).toEqual([TRACE, context.spanId, PARENT]);
  expect(memberOf(sent, 5).toString()).toBe('GET');
});

/** Returns the first member of a protobuf message with this number, which is bytes. */
function memberOf(message: Buffer, wanted: number): Buffer {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const [field, type] = [tag >> 3, tag & 7];
    if (type === 0) varint();
    else if (type === 2) {
      const length = varint();
      if (field === wanted) return message.subarray(at, at + length);
      at += length;
    } else at += type === 1 ? 8 : 4;
  }
  throw new Error(`the message has no member ${wanted}`);
}

it('every wrong setting is named', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://collector',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=%0Abad',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_RESOURCE_ATTRIBUTES: 'a,b=1',
    OTEL_TRACES_SAMPLER: 'often',
    OTEL_TRACES_SAMPLER_ARG: '2',
  };
  expect(wrongSettings(wrong)).toEqual(Object.keys(wrong));
  expect(wrongSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%' })).toEqual(['OTEL_EXPORTER_OTLP_HEADERS']);
  expect(wrongSettings(Object.fromEntries(Object.keys(wrong).map((name) => [name, ''])))).toEqual([]);
});

it('an unset collector is no tracing, whatever else is set', async () => {
  const settings = tracingSettings({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'a' });
  const options = {
    service: 'a',
    version: '1',
    log: { warn: () => undefined },
    randomness: { bytes: (count: number) => new Uint8Array(count) },
  };
  expect(await openTracing(settings, options)).toBeUndefined();
});
