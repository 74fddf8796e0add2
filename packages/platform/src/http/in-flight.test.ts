import { connect, type Socket } from 'node:net';
import request from 'supertest';
import { closeServer } from '../shutdown/shutdown.js';
import { application } from './application.fixture.js';
import { messagesOf } from './application.js';
import { type Listening, listen } from './server.js';

const OF_ACCOUNT = 700;

let listening: Listening;
const sockets: Socket[] = [];
beforeEach(async () => {
  const served = application(undefined, { ofAccount: OF_ACCOUNT, inAll: 1_000_000 });
  listening = await listen(served, 0, '127.0.0.1', { messages: messagesOf(served) });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeServer(listening.server);
});

/** Sends bytes unchanged, and does not read the answer. */
function send(text: string): Socket {
  const socket = connect(listening.port, '127.0.0.1', () => socket.write(text));
  socket.pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const api = () => request(`http://127.0.0.1:${listening.port}`);
const publish = async () =>
  api()
    .post('/v1/things')
    .set('Authorization', 'Bearer all')
    .send({ name: 'a'.repeat(100) });

const list = async () => api().get('/v1/things').set('Authorization', 'Bearer all');

/** Asks again and again until the answer has the status. */
async function until(status: number, ask: () => Promise<request.Response>): Promise<request.Response> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until it is so
    const answer = await ask();
    if (answer.status === status) return answer;
  }
}

it('refuses what an account sends while its half-sent bodies hold as much as it may have here', async () => {
  const head =
    'POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer all\r\nContent-Type: application/json\r\nContent-Length: 650\r\n\r\n';
  // A body counts with all that it announces from the start.
  const half = send(`${head} `);
  const { body, headers } = await until(429, publish);
  expect(body).toMatchObject({ code: 'rate-limited', detail: expect.stringContaining('bytes') });
  expect(headers).toMatchObject({ 'retry-after': '1' });
  half.destroy();
  await until(201, publish);
});

it('refuses what an account asks for while it does not take its answers', async () => {
  const slow = send('GET /v1/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer all\r\n\r\n');
  await until(429, list);
  slow.destroy();
  await until(200, list);
});
