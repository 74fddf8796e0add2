import { connect } from 'node:net';
import request from 'supertest';
import { application, resetScene, scene } from '../../http/application.fixture.js';
import { listen } from '../../http/server.js';
import { MetricsRegistry } from './registry.js';

let metrics: MetricsRegistry;
let app: ReturnType<typeof application>;
beforeEach(() => {
  resetScene();
  metrics = new MetricsRegistry({ service: 'registry', version: '1', engine: '2' });
  app = application(undefined, undefined, undefined, metrics);
});

/** Returns the counts of the histogram by their labels, and the counts of problems above 0. */
async function counted(): Promise<readonly string[]> {
  const text = await metrics.text();
  const found = text.matchAll(/^kirchhoff_http_(?:request_duration_seconds_count|refusals_total)\{(.*)\} ([1-9]\d*)$/gm);
  return Array.from(found, ([, labels, count]) => `${labels} ${count}`).toSorted();
}

async function inFlight(): Promise<string | undefined> {
  return /^kirchhoff_http_requests_in_flight (\d+)$/m.exec(await metrics.text())?.[1];
}

it('counts a request by method, pattern of its route and status', async () => {
  await request(app).get('/v1/things').expect(200);
  await request(app).get('/v1/things/a/parts/b').expect(200);
  await request(app).get('/v1/things/c/parts/d').expect(200);
  await request(app).head('/v1/things').expect(200);
  expect(await counted()).toEqual([
    'method="GET",route="/v1/things",status="200" 1',
    'method="GET",route="/v1/things/:name/parts/:part",status="200" 2',
    'method="HEAD",route="/v1/things",status="200" 1',
  ]);
});

it('counts a refusal by its code', async () => {
  await request(app).post('/v1/things').send({}).expect(401);
  await request(app).post('/v1/things').set('authorization', 'Bearer all').send({}).expect(400);
  scene.tooMany = true;
  await request(app).post('/v1/things').set('authorization', 'Bearer all').send({ name: 'x' }).expect(429);
  await request(app).get('/v1/breaks').expect(503);
  expect((await counted()).filter((line) => line.startsWith('code'))).toEqual([
    'code="internal" 1',
    'code="invalid-request" 1',
    'code="rate-limited" 1',
    'code="unauthenticated" 1',
  ]);
});

it('text that a client chooses never becomes a label', async () => {
  for (const path of ['/nowhere', '/v1/things/%zz', '/v1/"}', '/%00', `/${'x'.repeat(1_000)}`]) await request(app).get(path);
  for (const method of ['patch', 'trace', 'propfind'] as const) await request(app)[method]('/v1/who');
  expect((await counted()).filter((line) => line.startsWith('method'))).toEqual([
    'method="GET",route="none",status="400" 1',
    'method="GET",route="none",status="404" 4',
    'method="other",route="/v1/who",status="405" 3',
  ]);
});

it('shows the requests in flight, and counts one whose client leaves as aborted', async () => {
  const { server, port } = await listen(app, 0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer all\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  while ((await inFlight()) !== '1') await new Promise(setImmediate);
  socket.destroy();
  while ((await inFlight()) !== '0') await new Promise(setImmediate);
  expect(await counted()).toEqual(['method="POST",route="/v1/things",status="aborted" 1']);
  server.close();
});
