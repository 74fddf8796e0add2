import type { ServerResponse } from 'node:http';
import { type Collector, startCollector } from '@kirchhoff/testing';
import { openTestTracing, until } from './tracing.fixture.js';
import type { Tracing } from './tracing.js';

let collector: Collector | undefined;
afterEach(async () => {
  await collector?.close();
  collector = undefined;
});

const endOne = (tracing: Tracing) => tracing.beginRequest('GET', undefined).span?.end();
/** The counts of lost and of exported spans. */
const countsOf = ({ counts }: Tracing) => ({ lost: counts.failed + counts.dropped, exported: counts.exported });

it.each<[string, (response: ServerResponse) => void]>([
  ['refuses', (response) => response.writeHead(400).end('no')],
  ['redirects', (response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
  ['hangs', () => undefined],
  [
    'answers a byte now and then',
    (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
  ],
  [
    'never stops answering',
    (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    },
  ],
  ['breaks off', (response) => response.destroy()],
])('a collector that %s loses its spans, which are counted and told once; the next ones are sent again', async (_kind, answer) => {
  let isIll = true;
  let open = 0;
  collector = await startCollector((response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    if (isIll) answer(response);
    else response.writeHead(200).end('{}');
  });
  const { tracing, warnings } = await openTestTracing(collector.url, {}, { exportMilliseconds: 300 });
  endOne(tracing);
  await until(() => tracing.counts.failed === 1);
  endOne(tracing);
  await until(() => tracing.counts.failed === 2);
  // No connection is left over, or a sick collector would collect them.
  await until(() => open === 0);
  isIll = false;
  endOne(tracing);
  await until(() => tracing.counts.exported === 1);
  expect(tracing.counts).toEqual({ exported: 1, failed: 2, dropped: 0 });
  expect(warnings).toEqual([{ reason: expect.any(String), exported: 0, failed: 1, dropped: 0 }]);
  await tracing.close();
});

it('an answer that is garbage counts as received: its status says so', async () => {
  collector = await startCollector((response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('<html>{"'));
  const { tracing, warnings } = await openTestTracing(collector.url);
  endOne(tracing);
  await until(() => tracing.counts.exported === 1);
  expect(warnings).toEqual([]);
  await tracing.close();
});

it('without a collector at the address, spans are lost and counted', async () => {
  const gone = await startCollector();
  await gone.close();
  const { tracing, warnings } = await openTestTracing(gone.url, {}, { exportMilliseconds: 300 });
  endOne(tracing);
  await until(() => tracing.counts.failed === 1);
  expect(warnings).toEqual([expect.objectContaining({ reason: 'ECONNREFUSED' })]);
  await tracing.close();
});

it("a log line has neither the collector's words nor our header fields", async () => {
  collector = await startCollector((response, request) => {
    response.statusMessage = String(request.headers.authorization);
    response.writeHead(401).end(String(request.headers.authorization));
  });
  const { tracing, warnings } = await openTestTracing(collector.url, { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret' });
  endOne(tracing);
  await until(() => warnings.length === 1);
  expect(warnings).toEqual([expect.objectContaining({ reason: 'the collector answered with status 401' })]);
  await tracing.close();
});

it('while a collector hangs, no more than the limit waits; the rest is dropped and counted at once', async () => {
  let hangs = true;
  collector = await startCollector((response) => (hangs ? undefined : response.writeHead(400).end()));
  const { tracing } = await openTestTracing(collector.url, {}, { queueLimit: 10, exportMilliseconds: 60_000 });
  endOne(tracing);
  await until(() => collector?.requests.length === 1);
  for (let count = 0; count < 1_000; count += 1) endOne(tracing);
  expect(tracing.counts).toEqual({ exported: 0, failed: 0, dropped: 990 });
  await tracing.close();
  // The library repeats the export that was cut: its end is awaited, so that no timer outlives the test.
  hangs = false;
  await until(() => tracing.counts.failed === 11);
});

it('closing sends what waits, once; later spans are dropped', async () => {
  collector = await startCollector();
  const { tracing } = await openTestTracing(collector.url, {}, { delayMilliseconds: 60_000 });
  for (let count = 0; count < 3; count += 1) endOne(tracing);
  await Promise.all([tracing.close(), tracing.close()]);
  endOne(tracing);
  expect([countsOf(tracing), collector.spans().length]).toEqual([{ lost: 1, exported: 3 }, 3]);
});
