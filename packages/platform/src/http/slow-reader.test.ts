import { connect, type Socket } from 'node:net';
import { closeServer } from '../shutdown/shutdown.js';
import { application } from './application.fixture.js';
import { messagesOf } from './application.js';
import { type Listening, listen } from './server.js';
import type { ReadingLimits } from './streams.js';

/** Longer than any test goes on. */
const NEVER = 600_000;

let listening: Listening | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  if (listening !== undefined) await closeServer(listening.server);
});

/** Serves answers of 16 MiB to those who read them within these limits. */
async function serve(reading: ReadingLimits): Promise<void> {
  const served = application(undefined, undefined, reading);
  listening = await listen(served, 0, '127.0.0.1', { messages: messagesOf(served) });
}

/** Asks for a large answer, and reads it as it is told. */
function ask(): { readonly socket: Socket; readonly gone: Promise<void> } {
  const socket = connect(listening?.port ?? 0, '127.0.0.1', () =>
    socket.write('GET /v1/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer all\r\nConnection: close\r\n\r\n'),
  );
  socket.pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  return { socket, gone: new Promise((resolve) => socket.on('close', () => resolve())) };
}

const connections = async (): Promise<number> => new Promise((resolve) => listening?.server.getConnections((_, count) => resolve(count)));

/** Until the service has given up all connections. */
async function allGone(): Promise<void> {
  while ((await connections()) > 0) await new Promise((resolve) => setImmediate(resolve));
}

it('a client that takes no byte of its answer for too long is cut off', async () => {
  await serve({ stallMilliseconds: 100, longestMilliseconds: NEVER });
  const { socket } = ask();
  await new Promise((resolve) => socket.on('connect', resolve));
  await allGone();
});

it('a client that takes its answer too slowly in all is cut off, though it never rests', async () => {
  await serve({ stallMilliseconds: NEVER, longestMilliseconds: 300 });
  const { socket, gone } = ask();
  // Reads a small piece in each round of the event loop, and no more.
  const reading = setInterval(() => socket.read(1_024), 5);
  await new Promise((resolve) => socket.on('connect', resolve));
  await allGone();
  clearInterval(reading);
  socket.resume();
  await gone;
  expect(socket.bytesRead).toBeLessThan(16 * 1_048_576);
});

it('a client that reads has all of its answer', async () => {
  await serve({ stallMilliseconds: NEVER, longestMilliseconds: NEVER });
  const { socket, gone } = ask();
  socket.resume();
  await gone;
  expect(socket.bytesRead).toBeGreaterThan(16 * 1_048_576);
});
