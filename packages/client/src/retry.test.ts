import { NetworkError } from './errors.js';
import { retrying } from './retry.js';
import { type Responder, serve } from './testing/server.fixture.js';

const answer =
  (status: number, code = '', headers: Readonly<Record<string, string>> = {}): Responder =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/problem+json', Connection: 'close', ...headers });
    response.end(JSON.stringify({ code }));
  };
const breakOff: Responder = (request) => void request.socket.destroy();
/** Breaks off in the middle of the answer. */
const part: Responder = (request, response) => {
  response.writeHead(200, { 'Content-Length': '10' });
  response.write('{"a"', () => void request.socket.destroy());
};
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

  it('at the date of Retry-After', async () => {
    const { address } = await serve(
      (request, response, body) =>
        answer(429, 'rate-limited', { 'Retry-After': new Date(Date.now() + 2_500).toUTCString() })(request, response, body),
      answer(200),
    );
    const started = performance.now();
    await retrying(async (request) => fetch(request))(new Request(address));
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_400);
  });

  it('on a broken connection if it changes nothing, or has an Idempotency-Key', async () => {
    const { address, bodies } = await serve(breakOff, answer(200), breakOff, answer(200));
    expect((await send(new Request(address))).status).toBe(200);
    expect((await send(post(address, { 'Idempotency-Key': 'one' }))).status).toBe(200);
    expect(bodies).toHaveLength(4);
  });
});

describe('a whole answer is waited for', () => {
  it('and asked for again if the connection breaks in the middle of it', async () => {
    const { address, bodies } = await serve(part, answer(200));
    expect(await (await send(new Request(address))).json()).toEqual({ code: '' });
    expect(bodies).toHaveLength(2);
  });

  it('and is a NetworkError if it never comes', async () => {
    const { address, bodies } = await serve(part);
    await expect(send(post(address))).rejects.toThrow(`${address.slice(0, -1)} does not end its answer.`);
    expect(bodies).toHaveLength(1);
  });

  it('for a limited time', async () => {
    const impatient = retrying(async (request) => fetch(request), { attempts: 0, answerWithin: 100 });
    const { address } = await serve(
      () => undefined,
      (_request, response) => void response.write('{'),
    );
    await expect(impatient(new Request(address))).rejects.toThrow('does not answer.');
    await expect(impatient(new Request(address))).rejects.toThrow('does not end its answer.');
  });

  it('up to a limited length', async () => {
    const { address } = await serve((_request, response) => {
      const write = (): void => {
        while (response.write('x'.repeat(1_048_576)));
        response.once('drain', write);
      };
      write();
    });
    await expect(send(post(address))).rejects.toThrow(NetworkError);
  });

  it('and all attempts together end within the longest wait', async () => {
    const slow = retrying(async (request) => fetch(request), { attempts: 5, longestWait: 700, answerWithin: 300 });
    const { address, bodies } = await serve(() => undefined);
    await expect(slow(new Request(address))).rejects.toThrow(NetworkError);
    expect(bodies).toHaveLength(1);
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
