import { once } from 'node:events';
import { connect } from 'node:net';
import type { Express } from 'express';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { closeServer } from '../shutdown/shutdown.js';
import { createApplication, messagesOf } from './application.js';
import type { AnsweredRequest } from './request-log.js';
import { ok } from './response.js';
import { route } from './route.js';
import { type Listening, listen } from './server.js';

let listening: Listening;
let application: Express;
let release: () => void;
let arrived: Promise<void>;
const answered: AnsweredRequest[] = [];
const signals: AbortSignal[] = [];
const broken: object[] = [];
const failures: unknown[] = [];

beforeEach(async () => {
  answered.length = 0;
  signals.length = 0;
  broken.length = 0;
  failures.length = 0;
  let arrive: () => void;
  arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const echo = route({
    responses: {},
    problems: [],
    method: 'POST',
    path: '/echo',
    summary: 'Answers what it got',
    auth: 'none',
    bodyLimit: 1_000,
    body: { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } },
    handler: ({ body }) => ok(body),
  });
  const hold = route({
    responses: {},
    problems: [],
    method: 'GET',
    path: '/hold',
    summary: 'Answers when it is let go',
    auth: 'none',
    handler: async ({ signal }) => {
      signals.push(signal);
      arrive();
      await held;
      return ok('held');
    },
  });
  const nested = route({
    responses: {},
    problems: [],
    method: 'GET',
    path: '/nested/route',
    summary: 'Has two segments',
    auth: 'none',
    handler: () => ok('nested'),
  });
  const log = {
    answered: (entry: AnsweredRequest) => void answered.push(entry),
    failed: (error: unknown) => void failures.push(error),
    unavailable: (error: unknown) => void failures.push(error),
  };
  const authenticator = { authenticate: async () => ({ kind: 'anonymous' }) as const };
  application = createApplication({
    routes: [echo, hold, nested],
    authenticator,
    log,
    clock: systemClock,
    randomness: systemRandomness,
    trustProxy: '',
  });
  const info = (fields: object) => void broken.push(fields);
  listening = await listen(application, 0, '127.0.0.1', {
    messages: messagesOf(application),
    log: { info },
  });
});
afterEach(async () => {
  release();
  listening.server.closeAllConnections();
  await closeServer(listening.server);
});

/** Writes bytes to the server and collects what comes back until it closes or `until` is in it. */
async function exchange(text: string, until = '\u0000', { port } = listening): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => {
      received += part.toString();
      if (received.includes(until)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** A request with a body of this many bytes that asks before it sends. */
const head = (length: number) =>
  `POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\nContent-Type: application/json\r\n\r\n`;

/** A fetch whose length is not announced. */
const chunked = (size: number) => ({
  method: 'POST',
  duplex: 'half' as const,
  headers: { 'Content-Type': 'application/json' },
  body: new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from(`{"text":"${'x'.repeat(size)}"}`));
      controller.close();
    },
  }),
});

const url = (path: string) => `http://127.0.0.1:${listening.port}${path}`;

it('CONNECT gets a problem and the end of the connection', async () => {
  const answer = await exchange('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  expect(answer).toMatch(/\r\nAllow: \r\n/);
  expect(answer).toContain('"code":"method-not-allowed"');
});

it('what is not HTTP gets a problem and the end of the connection', async () => {
  const answer = await exchange('nonsense\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain('"code":"malformed-request"');
});

it('what is not HTTP has an id too, the same in header, problem and log', async () => {
  const answer = await exchange('nonsense\r\n\r\n');
  const id = /X-Request-Id: ([0-9a-f]{32})\r\n/.exec(answer)?.[1];
  expect(answer).toContain(`"request_id":"${id}"`);
  expect(broken).toEqual([{ request_id: id, status: 400, reason: expect.any(String), client: '127.0.0.1' }]);
});

it('a request that names no host, or two, is refused with a problem as all others', async () => {
  for (const hosts of ['', 'Host: x\r\nHost: y\r\n']) {
    const answer = await exchange(`GET /hold HTTP/1.1\r\n${hosts}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"malformed-request"');
  }
  expect(broken).toMatchObject([{ client: '127.0.0.1' }, { client: '127.0.0.1' }]);
});

it('a request with two keys, two types or another coding is refused, and fields are read however many they are', async () => {
  const many = 'a:b\r\n'.repeat(2_500);
  for (const [fields, reason] of [
    ['Host: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n', 'authorization'],
    [`Host: x\r\n${many}Host: y\r\n`, 'host'],
    ['Host: x\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n', 'content-type'],
    ['Host: x\r\nTransfer-Encoding: gzip, chunked\r\n', 'transfer-encoding'],
    ['Host: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: Chunked\r\n', 'transfer-encoding'],
  ]) {
    broken.length = 0;
    expect(await exchange(`GET /hold HTTP/1.1\r\n${fields}\r\n`)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed-request"/);
    expect(broken).toMatchObject([{ status: 400, reason }]);
  }
});

it('a target with a host in it leads to its path', async () => {
  const answer = await exchange('GET http://elsewhere/nowhere?a HTTP/1.1\r\nHost: x\r\n\r\n', 'not-found');
  expect(answer).toContain('"instance":"/nowhere"');
  expect(await exchange('POST http://elsewhere/echo HTTP/1.1\r\nHost: x\r\n\r\n', 'invalid-request')).toMatch(/^HTTP\/1\.1 400 /);
});

it('nothing is found at a target that is no path', async () => {
  expect(await exchange('GET * HTTP/1.1\r\nHost: x\r\n\r\n', 'not-found')).toMatch(/^HTTP\/1\.1 404 /);
});

it.each([
  ['GET', '/nested\\route#', 404],
  ['GET', '/nested\\route?a#b', 404],
  ['POST', '/echo#a?', 400],
  ['PUT', '/echo#a', 405],
  ['GET', 'ftp://[/echo', 404],
])('%s %s is %i: a fragment, or what is no path, leads to no other route', async (method, target, status) => {
  expect(await exchange(`${method} ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, '"request_id"')).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} [^]*application/problem`),
  );
});

it('requests and responses are of the kind of the application before Express sees them', async () => {
  const prototypes: unknown[] = [];
  listening.server.prependListener('request', (request, response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  await fetch(url('/nowhere'));
  expect(prototypes[0]).toBe(application.request);
  expect(prototypes[1]).toBe(application.response);
});

it('requests on one connection are answered in their order', async () => {
  const post = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"text":"ab"}';
  const last = 'GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const answers = await exchange(`GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n${post}${last}`);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200', 'HTTP/1.1 405']);
});

it('a request of HTTP/1.0 needs no host', async () => {
  expect(await exchange('GET /nowhere HTTP/1.0\r\n\r\n')).toContain('"code":"not-found"');
});

it('what is expected besides 100-continue changes nothing', async () => {
  const answer = await exchange('GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 'not-found');
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
});

it('a request that does not arrive in time gets a 408', async () => {
  const impatient = await listen(application, 0, '127.0.0.1', { headersMilliseconds: 100, lookMilliseconds: 50 });
  const answer = await exchange('GET /hold HTTP/1.1\r\nHost: x\r\nX-Slow: ', undefined, impatient);
  await closeServer(impatient.server);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('"code":"request-timeout"');
});

it('header fields that are too large get a 431', async () => {
  expect(await exchange(`GET /hold HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain('"code":"headers-too-large"');
});

it('a body that is announced too large is refused before it comes', async () => {
  const answer = await exchange(
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\nContent-Type: application/json\r\n\r\n',
    'payload-too-large',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

it('a client that asks first is not told to send what will be refused', async () => {
  const refused = await exchange(head(5_000_000));
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  expect(refused).toContain('Connection: close');
  expect(await exchange(head(2), '100 Continue')).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
});

it('a client that sends 5 MB all the same receives its 413', async () => {
  const answer = await fetch(url('/echo'), {
    method: 'POST',
    body: 'x'.repeat(5_000_000),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(413);
});

it('a body of unannounced length is refused when it is too large, and read when it is not', async () => {
  expect((await fetch(url('/echo'), chunked(100_000))).status).toBe(413);
  expect((await fetch(url('/echo'), chunked(10))).status).toBe(200);
});

/** Sends a part of a body to a route that has begun to read it; then leaves, or waits for the end of the connection. */
async function sendPart(asking: string, part: string, leave: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(asking));
    // `100 Continue` comes first: the body is awaited.
    socket.once('data', () => socket.write(part, () => leave && socket.destroy()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

it('a client that goes before its body is whole, or whose body is none, is no fault of ours', async () => {
  await sendPart(head(50), '{"text"', true);
  await sendPart(head(50).replace('Content-Length: 50', 'Transfer-Encoding: chunked'), 'zz\r\n', false);
  // The log has a request once its response is over, with the client or without.
  while (answered.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([expect.objectContaining({ aborted: true }), expect.objectContaining({ aborted: true })]);
  expect(failures).toEqual([]);
});

it('a client that goes is noticed', async () => {
  const client = new AbortController();
  const asked = fetch(url('/hold'), { signal: client.signal }).catch(() => 'gone');
  await arrived;
  const [signal] = signals;
  const noticed = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  client.abort();
  expect(await asked).toBe('gone');
  await noticed;
  expect(answered[0]).toMatchObject({ route: '/hold', aborted: true });
});

it('a connection that has sent nothing does not keep it from closing', async () => {
  const patient = await listen(application, 0, '127.0.0.1');
  const silent = connect(patient.port, '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await closeServer(patient.server);
  await ended;
});

it('closing lets what is in flight finish, and takes nothing new', async () => {
  const asked = fetch(url('/hold'));
  await arrived;
  const closed = closeServer(listening.server);
  await expect(fetch(url('/hold'))).rejects.toThrow('fetch failed');
  release();
  const answer = await asked;
  expect([answer.status, await answer.json()]).toEqual([200, 'held']);
  await closed;
});
