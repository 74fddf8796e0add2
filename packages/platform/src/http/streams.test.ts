import { connect, type Socket } from 'node:net';
import { closeServer } from '../shutdown/shutdown.js';
import { application, resetScene, scene } from './application.fixture.js';
import { messagesOf } from './application.js';
import { type Listening, listen } from './server.js';
import type { ReadingLimits } from './streams.js';

const PART = 65_536;
/** Longer than any test goes on. */
const NEVER = 600_000;

let listening: Listening;
const sockets: Socket[] = [];
beforeEach(async () => {
  resetScene();
  await serve({ stallMilliseconds: NEVER, longestMilliseconds: NEVER });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeServer(listening.server);
});

async function serve(reading: ReadingLimits): Promise<void> {
  const served = application(undefined, undefined, reading);
  listening = await listen(served, 0, '127.0.0.1', { messages: messagesOf(served) });
}

const ask = async (headers: Readonly<Record<string, string>>, method = 'GET') =>
  fetch(`http://127.0.0.1:${listening.port}/v1/stream`, { method, headers: { authorization: 'Bearer all', ...headers } });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Asks for a stream without reading it. */
function askOnly(parts: number): Socket {
  const socket = connect(listening.port, '127.0.0.1', () =>
    socket.write(`GET /v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer all\r\nX-Parts: ${parts}\r\n\r\n`),
  );
  socket.pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

it.each([0, 1, 3, 200])('a stream of %d parts arrives whole, without a length', async (parts) => {
  const answer = await ask({ 'x-parts': `${parts}` });
  const { status, headers } = answer;
  expect([status, headers.get('content-type'), headers.get('link')]).toEqual([200, 'text/plain', '<x>']);
  expect([headers.get('content-length'), headers.get('etag')]).toEqual([parts === 0 ? '0' : null, null]);
  expect((await answer.arrayBuffer()).byteLength).toBe(parts * PART);
  expect([scene.made, scene.ended, scene.failures]).toEqual([parts, 1, []]);
});

it('HEAD has the header fields, and makes no part', async () => {
  const answer = await ask({ 'x-parts': '3' }, 'HEAD');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/plain', '']);
  expect(scene.made).toBe(0);
});

it('what is thrown before the first part is a problem', async () => {
  const answer = await ask({ 'x-parts': '3', 'x-breaks': '0' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8']);
  expect(await answer.text()).not.toContain('secret');
  expect(scene.failures).toHaveLength(1);
});

it('what is thrown later breaks the answer off: no client takes it for a whole one', async () => {
  const answer = await ask({ 'x-parts': '3', 'x-breaks': '2' });
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  expect([scene.failures.length, scene.ended]).toEqual([1, 1]);
});

it('parts are made only as fast as the client takes them', async () => {
  const socket = askOnly(10_000);
  await until(() => scene.made > 10);
  let before = 0;
  while (scene.made > before) {
    before = scene.made;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // As much as the buffers of two sockets hold, and no more.
  expect(scene.made * PART).toBeLessThan(32 * 1_048_576);
  socket.resume();
  await until(() => scene.made === 10_000);
});

it('a client that leaves ends the stream', async () => {
  const socket = askOnly(10_000);
  await until(() => scene.made > 10);
  socket.destroy();
  await until(() => scene.ended === 1);
  expect(scene.made).toBeLessThan(10_000);
});

it('a client that takes no byte for too long is cut off, and ends the stream', async () => {
  await closeServer(listening.server);
  await serve({ stallMilliseconds: 100, longestMilliseconds: NEVER });
  askOnly(10_000);
  await until(() => scene.ended === 1);
  expect(scene.made).toBeLessThan(10_000);
});
