import { connect } from 'node:net';
import { closeServer } from '../shutdown/shutdown.js';
import { listen } from './server.js';

/** More than the buffers between two sockets hold. */
const LARGE = Buffer.alloc(64 * 1_048_576);

it('a client that takes nothing of its answer is cut off, and one that reads gets all of it', async () => {
  const closed: (() => void)[] = [];
  const { server, port } = await listen(
    (_request, response) => {
      response.on('close', () => closed.shift()?.());
      response.end(LARGE);
    },
    0,
    '127.0.0.1',
    { stallMilliseconds: 2_000 },
  );
  const ask = (read: boolean) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    socket.on('error', () => undefined);
    if (read) socket.resume();
    return socket;
  };
  const given = new Promise<void>((resolve) => closed.push(resolve));
  const stalled = ask(false);
  await given;
  stalled.destroy();
  const reader = ask(true);
  await new Promise((resolve) => reader.on('close', resolve));
  expect(reader.bytesRead).toBeGreaterThan(LARGE.length);
  await closeServer(server);
});
