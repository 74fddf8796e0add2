import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NetworkError } from './errors.js';
import { retrying } from './retry.js';

let server: Server | undefined;
afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server that answers the first requests as listed, and every later one as the last. */
async function serve(...answers: readonly Answer[]): Promise<{ readonly address: string; readonly bodies: readonly string[] }> {
  const bodies: string[] = [];
  const started = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(body);
      answer?.(request, response, body);
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening server on a port has an address of this form
  const { port } = started.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, bodies };
}

const answer =
  (status: number, code = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/problem+json', Connection: 'close', ...headers });
    response.end(JSON.stringify({ code }));
  };
const breakOff: Answer = (request) => void request.socket.destroy();
const SOON = { 'Retry-After': '0.01' };

const send = retrying(async (request) => fetch(request), { attempts: 3, longestWait: 2_000 });
const post = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  new Request(address, { method: 'POST', body: '{"a":1}', headers });

describe('a request is repeated', () => {
  it('on 429 and on a busy 503, with its body, until it is answered', async () => {
    const { address, bodies } = await serve(answer(429, 'rate-limited', SOON), answer(503, 'busy', SOON), answer(200));
    expect((await send(post(address))).status).toBe(200);
    expect(bodies).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
  });

  it('after as many seconds as Retry-After says', async () => {
    const { address } = await serve(answer(429, 'rate-limited', { 'Retry-After': '0.3' }), answer(200));
    const started = performance.now();
    await send(new Request(address));
    expect(performance.now() - started).toBeGreaterThanOrEqual(299);
  });

  it('on a broken connection if it changes nothing, or has an Idempotency-Key', async () => {
    const { address, bodies } = await serve(breakOff, answer(200), breakOff, answer(200));
    expect((await send(new Request(address))).status).toBe(200);
    expect((await send(post(address, { 'Idempotency-Key': 'one' }))).status).toBe(200);
    expect(bodies).toHaveLength(4);
  });
});

describe('a request is not repeated', () => {
  it('if it may have been carried out', async () => {
    const { address, bodies } = await serve(answer(503, 'unavailable', SOON));
    expect((await send(post(address))).status).toBe(503);
    expect(bodies).toHaveLength(1);
  });

  it('on a broken connection without an Idempotency-Key', async () => {
    const { address, bodies } = await serve(breakOff);
    await expect(send(post(address))).rejects.toThrow(NetworkError);
    expect(bodies).toHaveLength(1);
  });

  it('if the quota of the day is used up, or the wait is too long', async () => {
    const { address, bodies } = await serve(answer(429, 'quota-exceeded', SOON), answer(429, 'rate-limited', { 'Retry-After': '60' }));
    expect((await send(new Request(address))).status).toBe(429);
    expect((await send(new Request(address))).status).toBe(429);
    expect(bodies).toHaveLength(2);
  });

  it('more often than the limit', async () => {
    const { address, bodies } = await serve(answer(429, 'rate-limited', SOON));
    expect((await send(new Request(address))).status).toBe(429);
    expect(bodies).toHaveLength(4);
  });
});

it('a wait ends when the request is aborted', async () => {
  const { address } = await serve(answer(429, 'rate-limited', { 'Retry-After': '1' }));
  const stop = new AbortController();
  const sending = send(new Request(address, { signal: stop.signal }));
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await expect(sending).rejects.toThrow('stopped');
});

it('a server that is not there is a NetworkError with its address', async () => {
  const quick = retrying(async (request) => fetch(request), { attempts: 0 });
  await expect(quick(new Request('http://127.0.0.1:1/'))).rejects.toThrow('http://127.0.0.1:1 does not answer.');
});
