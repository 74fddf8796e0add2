import request from 'supertest';
import { problem } from '../problems/problem.js';
import { application, resetScene, scene } from './application.fixture.js';

beforeEach(resetScene);

const post = () => request(application()).post('/v1/things').set('Authorization', 'Bearer all');

describe('a problem', () => {
  it('has the members of RFC 9457 and ours', async () => {
    const answer = await request(application()).get('/v1/nothing?x=1').set('X-Request-Id', 'abc-1');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toEqual({
      type: '/problems/not-found',
      title: 'Not found',
      status: 404,
      detail: 'No resource has this address.',
      instance: '/v1/nothing',
      code: 'not-found',
      request_id: 'abc-1',
    });
  });

  it('leads to a page that says what to do', async () => {
    const answer = await request(application()).get('/problems/quota-exceeded');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Wait until midnight UTC');
    expect((await request(application()).get('/problems/constructor')).status).toBe(404);
  });
});

describe('methods and addresses', () => {
  it('405 names what is allowed', async () => {
    const answer = await request(application()).delete('/v1/things');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST, GET, HEAD');
  });
  it.each([
    ['/v1/nothing', 404],
    ['/v1/certify', 405],
  ])('HEAD %s is %i, without a body and with the id of the request', async (path, status) => {
    const answer = await request(application()).head(path);
    expect([answer.status, answer.text]).toEqual([status, undefined]);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });
  it('HEAD answers as GET without a body', async () => {
    const answer = await request(application()).head('/v1/things');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
  });
  it.each(['/v1/things/', '/V1/things', '//v1/things'])('%s is another address', async (path) => {
    expect((await request(application()).get(path)).status).toBe(404);
  });
  it('a parameter that is empty is none: there is no such address, for any method', async () => {
    for (const path of ['/v1/things//parts/1', '/v1/things/a/parts/']) expect((await request(application()).patch(path)).status).toBe(404);
  });
  it('a literal segment comes before a parameter, for every method', async () => {
    expect((await request(application()).get('/v1/things/a/parts/newest')).status).toBe(401);
    expect((await request(application()).put('/v1/things/a/parts/newest')).body.detail).toBe(
      '/v1/things/:name/parts/newest supports GET, HEAD.',
    );
    expect((await request(application()).get('/v1/things/a/parts/newest2')).body).toEqual({ name: 'a', part: 'newest2' });
  });
  it('what need not be percent-encoded is the same when it is', async () => {
    const answer = await request(application()).get('/%76%31/things/%7E%2F%25/parts/%31');
    expect(answer.body).toEqual({ name: '~/%', part: '1' });
    expect((await request(application()).get('/v1%2Fthings')).status).toBe(404);
  });
  it.each([
    ['/nowhere/%ff', 400],
    ['/nowhere/%00', 404],
  ])('%s is %i where there is no route', async (path, status) => {
    expect((await request(application()).get(path)).status).toBe(status);
  });
  it.each(['/v1/things/%ff/parts/1', '/v1/things/%/parts/1', '/v1/things/%00/parts/1'])('%s cannot be decoded', async (path) => {
    const answer = await request(application()).get(path);
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed-url']);
  });
});

describe('keys', () => {
  it('an invalid one is 401 also where none was needed', async () => {
    expect((await request(application()).get('/v1/things').set('Authorization', 'Basic abc')).status).toBe(401);
    expect((await request(application()).get('/problems/internal').set('Authorization', 'Bearer x')).status).toBe(401);
  });
  it('a store that is out is 503 where a key matters, nothing where none does', async () => {
    const answer = await request(application()).get('/v1/things').set('Authorization', 'Bearer out');
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
    expect((await request(application()).get('/problems/internal').set('Authorization', 'Bearer out')).status).toBe(200);
  });
  it('never reach the log', async () => {
    await post().send({ name: 'a' });
    expect(JSON.stringify(scene.answered)).not.toContain('Bearer');
    expect(scene.answered[0]).toMatchObject({ route: '/v1/things', status: 201, keyId: 'key_1', accountId: 'acc_1', aborted: false });
  });
});

describe('caching', () => {
  it('gives a strong tag and 304', async () => {
    const first = await request(application()).get('/v1/things');
    const tag = first.headers['etag'] ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(first.headers['vary']).toContain('Authorization');
    const second = await request(application()).get('/v1/things').set('If-None-Match', `"other", W/${tag}`);
    expect([second.status, second.text]).toEqual([304, '']);
  });
  it('answers to a key are private to its holder', async () => {
    const answer = await request(application()).get('/v1/things').set('Authorization', 'Bearer all');
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });
});

describe('exceptions', () => {
  it('become 503 without their message', async () => {
    const ours = await request(application()).get('/v1/breaks');
    expect([ours.status, ours.body.code]).toEqual([503, 'internal']);
    expect(ours.text).not.toContain('secret');
    const outage = await request(application()).get('/v1/breaks').set('X-Outage', '1');
    expect([outage.status, outage.body.code]).toEqual([503, 'unavailable']);
    expect(outage.text).not.toContain('secret');
    expect(scene.failures).toHaveLength(2);
  });
});

describe('pages of other origins', () => {
  it('may read public GETs, without credentials', async () => {
    const answer = await request(application()).get('/v1/things').set('Origin', 'https://example.org');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-expose-headers']).toContain('ETag');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });
  it('may not post', async () => {
    const preflight = await request(application()).options('/v1/certify').set('Origin', 'https://example.org');
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the request id', () => {
  it('is taken if it is sane, else made', async () => {
    const given = await request(application()).get('/v1/things').set('X-Request-Id', 'job-17');
    expect(given.headers['x-request-id']).toBe('job-17');
    const secret = await request(application()).get('/v1/things').set('X-Request-Id', 'job.svc_live_0');
    expect(secret.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    const odd = await request(application()).get('/v1/things').set('X-Request-Id', 'a b"c');
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });
  it('is the same in header, problem and log', async () => {
    const answer = await request(application()).get('/v1/nothing');
    expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
    expect(scene.answered[0]?.requestId).toBe(answer.body.request_id);
  });
});

describe('the place in a trace', () => {
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  it('is passed on with a span of our own, in the answer and in the log', async () => {
    const answer = await request(application()).get('/v1/nothing').set('traceparent', parent);
    const [, traceId, spanId] = answer.headers['traceparent']?.split('-') ?? [];
    expect(traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(spanId).toMatch(/^(?!00f067aa0ba902b7)[0-9a-f]{16}$/);
    expect(scene.answered[0]).toMatchObject({ traceId, spanId });
  });
  it('is made anew where it is invalid', async () => {
    const answer = await request(application()).get('/v1/things').set('traceparent', parent.replace('4bf9', 'oops'));
    expect(answer.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });
});

/** Whom the application takes the client for. */
async function addressSeen(trustProxy: string | undefined, forwarded = '203.0.113.9, 198.51.100.7'): Promise<unknown> {
  const answer = await request(application(trustProxy)).get('/v1/who').set('X-Forwarded-For', forwarded);
  return answer.body;
}

describe("the client's address", () => {
  it.each([undefined, ''])('is that of the socket, whatever a header claims, where TRUST_PROXY is %j', async (trustProxy) => {
    expect(await addressSeen(trustProxy)).toMatch(/127\.0\.0\.1$/);
  });
  it('is the last that no trusted proxy has', async () => {
    expect(await addressSeen('loopback')).toBe('198.51.100.7');
    expect(await addressSeen('loopback, 198.51.100.0/24')).toBe('203.0.113.9');
  });
  it.each([
    ['loopback, 2001:db8::/32', '203.0.113.9, 2001:DB8::7', '203.0.113.9'],
    ['loopback, 2001:db8::/32', '203.0.113.9, 2001:db9::7', '2001:db9::7'],
    ['loopback, 198.51.100.0/24', '203.0.113.9, ::ffff:198.51.100.7', '203.0.113.9'],
    ['loopback', '203.0.113.9, ::1', '203.0.113.9'],
    ['loopback', '203.0.113.9, nonsense', 'nonsense'],
  ])('behind %s and with %s is %s', async (trustProxy, forwarded, address) => {
    expect(await addressSeen(trustProxy, forwarded)).toBe(address);
  });
  it('is asked of no proxy whose address is none', () => {
    expect(() => application('nonsense')).toThrow('invalid IP address: nonsense');
  });
});

it('a problem returned by a handler keeps its members', () => {
  expect(problem('domain-error', 'x', { members: { port: 'a', path: '/0' } }).members).toEqual({ port: 'a', path: '/0' });
});
