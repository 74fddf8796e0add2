import { createServer } from 'node:http';
import { application } from '../../http/application.fixture.js';
import { listen } from '../../http/server.js';
import { MetricsRegistry } from './registry.js';
import { type MetricsServer, serveMetrics } from './server.js';

const log = { error: () => undefined };
const metrics = new MetricsRegistry({ service: 'worker', version: '1', engine: '2' });
let server: MetricsServer;
beforeAll(async () => {
  server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, log });
});
afterAll(async () => server.close());

const ask = async (path: string, options?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, options);

/** The field of Prometheus 2.42. */
const PROMETHEUS =
  'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';

it.each([
  [undefined, 'text/plain; version=0.0.4; charset=utf-8'],
  ['text/plain', 'text/plain; version=0.0.4; charset=utf-8'],
  ['application/json', 'text/plain; version=0.0.4; charset=utf-8'],
  ['application/openmetrics-text', 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
  [PROMETHEUS, 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
])('answers a client that accepts %s as %s', async (accept, type) => {
  const answer = await ask('/metrics?name=x', accept === undefined ? {} : { headers: { accept } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  const text = await answer.text();
  expect(text).toContain('kirchhoff_build_info{service="worker"');
  expect(text.endsWith('# EOF\n')).toBe(type.startsWith('application'));
});

it.each([
  ['GET', '/', 404],
  ['GET', '/metrics/', 404],
  ['GET', '/livez', 404],
  ['POST', '/metrics', 405],
  ['HEAD', '/metrics', 200],
])('%s %s is %d', async (method, path, status) => {
  expect((await ask(path, { method })).status).toBe(status);
});

it('concurrent scrapes share a reading', async () => {
  const shared = new MetricsRegistry({ service: 'worker', version: '1', engine: '2' });
  let readings = 0;
  shared.read('ready', async () => {
    readings += 1;
    await new Promise(setImmediate);
    return [{ labels: {}, value: 1 }];
  });
  await Promise.all([shared.text(), shared.text(), shared.text()]);
  expect(readings).toBe(1);
});

it('the port of a service has no metrics', async () => {
  const { server: service, port } = await listen(application(), 0, '127.0.0.1');
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  service.close();
});

it('refuses a port that another server has', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(serveMetrics(metrics, { host: '127.0.0.1', port, log })).rejects.toThrow('EADDRINUSE');
  other.close();
});
