import type { Express } from 'express';
import request from 'supertest';
import type { Authenticator } from '../authentication/caller.js';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { problem } from '../problems/problem.js';
import type { RateDecision } from '../quotas/rate-decision.js';
import { created, noContent, ok } from './answer.js';
import { createApplication } from './application.js';
import type { AnsweredRequest } from './request-log.js';
import { type Route, route } from './route.js';
import { LABEL, PAGING } from './schemas.js';

/** Knows two keys: `all` and `weak`, which has no scope; `out` finds the store out. */
const authenticator: Authenticator = {
  authenticate: async (header) => {
    switch (header) {
      case undefined:
        return { kind: 'anonymous' };
      case 'Bearer all':
        return { kind: 'caller', caller: { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set(['publish']) } };
      case 'Bearer weak':
        return { kind: 'caller', caller: { accountId: 'acc_1', keyId: 'key_2', tier: 'free', scopes: new Set() } };
      case 'Bearer out':
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      default:
        return { kind: 'refused', detail: 'This is not a key.' };
    }
  },
};

const limited: RateDecision = {
  kind: 'limited',
  windows: [{ name: 'minute', limit: 1, windowSeconds: 60, remaining: 0, resetSeconds: 30 }],
  retryAfterSeconds: 30,
};
let tooMany = false;

const publish = route({
  method: 'POST',
  path: '/v1/things',
  summary: 'Makes a thing',
  auth: 'required',
  scope: 'publish',
  bodyLimit: 1000,
  rate: { take: async () => (tooMany ? limited : { ...limited, kind: 'allowed' }) },
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: LABEL, size: { type: 'integer' }, free: { type: 'object' } },
  },
  handler: ({ body, caller }) => {
    const name: string = body.name;
    const size: number | undefined = body.size;
    return created(`/v1/things/${name}`, { name, size: size ?? null, account: caller.accountId });
  },
});

const list = route({
  method: 'GET',
  path: '/v1/things',
  summary: 'Lists things',
  auth: 'optional',
  entityTag: true,
  query: { type: 'object', additionalProperties: false, properties: { ...PAGING, certified: { type: 'boolean' } } },
  handler: ({ query, caller }) => {
    const page: number = query.page;
    return ok({ page, limit: query.limit, certified: query.certified ?? null, mine: caller !== undefined });
  },
});

const one = route({
  method: 'GET',
  path: '/v1/things/:name/parts/:part',
  summary: 'One part',
  auth: 'optional',
  handler: ({ params }) => ok({ name: params.name, part: params.part }),
});

const certify = route({ method: 'POST', path: '/v1/certify', summary: 'Takes no body', auth: 'none', handler: () => noContent() });

const breaks = route({
  method: 'GET',
  path: '/v1/breaks',
  summary: 'Throws',
  auth: 'none',
  lenientQuery: true,
  handler: ({ header }) => {
    if (header('x-outage') !== undefined) throw Object.assign(new Error('SELECT secret'), { code: '57P01' });
    throw new Error('/secret/path');
  },
});

const who = route({ method: 'GET', path: '/v1/who', summary: 'Says who asks', auth: 'none', handler: ({ address }) => ok(address) });

const routes: readonly Route[] = [publish, list, one, certify, breaks, who];
const answered: AnsweredRequest[] = [];
const failures: unknown[] = [];

function application(trustProxy?: string): Express {
  return createApplication({
    routes,
    authenticator,
    log: {
      answered: (entry) => answered.push(entry),
      failed: (error) => failures.push(error),
      unavailable: (error) => failures.push(error),
    },
    clock: systemClock,
    randomness: systemRandomness,
    trustProxy,
  });
}

beforeEach(() => {
  tooMany = false;
  answered.length = 0;
  failures.length = 0;
});

const post = () => request(application()).post('/v1/things').set('Authorization', 'Bearer all');

const send = (headers: Record<string, string>, body: string) => request(application()).post('/v1/things').set(headers).send(body);

describe('a well-formed request', () => {
  it('reaches the handler with everything typed', async () => {
    const answer = await post().send({ name: 'a', size: 3 });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe('/v1/things/a');
    expect(answer.body).toEqual({ name: 'a', size: 3, account: 'acc_1' });
    expect(answer.headers['ratelimit']).toBe('"minute";r=0;t=30');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('gets query values of their types, and defaults', async () => {
    const answer = await request(application()).get('/v1/things?page=7&certified=true');
    expect(answer.body).toEqual({ page: 7, limit: 20, certified: true, mine: false });
  });

  it('gets path parameters by name', async () => {
    expect((await request(application()).get('/v1/things/a%20b/parts/2')).body).toEqual({ name: 'a b', part: '2' });
  });

  it('may carry nothing or {} where no body is taken', async () => {
    expect((await request(application()).post('/v1/certify')).status).toBe(204);
    expect((await request(application()).post('/v1/certify').send({})).status).toBe(204);
    expect((await request(application()).post('/v1/certify').send({ force: true })).body.errors).toEqual([
      { pointer: '/force', message: 'is not known here' },
    ]);
  });
});

describe('a problem', () => {
  it('has the members of RFC 9457 and ours', async () => {
    const answer = await request(application()).get('/v1/nothing?x=1').set('X-Request-Id', 'abc-1');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toEqual({
      type: '/problems/not-found',
      title: 'There is nothing here',
      status: 404,
      detail: 'There is no such address.',
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

describe('checks come in the order of the contract', () => {
  const large = JSON.stringify({ name: 'x'.repeat(2000) });

  it('route before key', async () => {
    expect((await request(application()).put('/v1/things').set('Authorization', 'Bearer nonsense')).status).toBe(405);
  });
  it('key before scope', async () => {
    const answer = await send({ Authorization: 'Bearer nonsense', 'Content-Type': 'text/plain' }, large);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
  it('scope before rate', async () => {
    tooMany = true;
    expect((await send({ Authorization: 'Bearer weak', 'Content-Type': 'text/plain' }, large)).status).toBe(403);
  });
  it('rate before size', async () => {
    tooMany = true;
    const answer = await send({ Authorization: 'Bearer all', 'Content-Type': 'text/plain' }, large);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.headers['ratelimit-policy']).toBe('"minute";q=1;w=60');
  });
  it('size before media type', async () => {
    expect((await send({ Authorization: 'Bearer all', 'Content-Type': 'text/plain' }, large)).status).toBe(413);
  });
  it('media type before shape', async () => {
    expect((await send({ Authorization: 'Bearer all', 'Content-Type': 'text/plain' }, '{')).status).toBe(415);
  });
  it('shape last', async () => {
    expect((await send({ Authorization: 'Bearer all', 'Content-Type': 'application/json' }, '{')).body.code).toBe('malformed-json');
  });
});

describe('methods and addresses', () => {
  it('405 names what is allowed', async () => {
    const answer = await request(application()).delete('/v1/things');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST, GET, HEAD');
  });
  it('HEAD answers as GET without a body', async () => {
    const answer = await request(application()).head('/v1/things');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
  });
  it.each(['/v1/things/', '/V1/things', '//v1/things'])('%s is another address', async (path) => {
    expect((await request(application()).get(path)).status).toBe(404);
  });
  it.each(['/v1/things/%ff/parts/1', '/v1/things/%/parts/1', '/v1/things/%00/parts/1'])('%s cannot be decoded', async (path) => {
    const answer = await request(application()).get(path);
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed-url']);
  });
});

describe('bodies', () => {
  it.each([
    ['{"name":"a","name":"b"}', 'malformed-json'],
    ['{"name":"\\ud800"}', 'malformed-json'],
    ['[]', 'invalid-request'],
    ['null', 'invalid-request'],
    ['{"name":"a\\u0000b"}', 'invalid-request'],
    ['{"name":"a","size":1.0}', 'invalid-request'],
    ['{"name":"a","siez":1}', 'invalid-request'],
    ['', 'invalid-request'],
  ])('%s is a 400', async (text, code) => {
    const answer = await post().set('Content-Type', 'application/json').send(text);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('an empty body has no media type to be wrong', async () => {
    expect((await request(application()).post('/v1/certify').set('Content-Type', 'text/plain')).status).toBe(204);
  });

  it('a compressed body is not taken', async () => {
    expect((await post().set('Content-Encoding', 'gzip').send({ name: 'a' })).status).toBe(415);
  });
});

describe('query parameters', () => {
  it.each([
    ['limit=101', 'query/limit'],
    ['limit=2e1', 'query/limit'],
    ['page=0', 'query/page'],
    ['page=1&page=2', 'query/page'],
    ['certified=yes', 'query/certified'],
    ['certfied=true', 'query/certfied'],
    ['__proto__=1', 'query/__proto__'],
  ])('%s is a 400 that says where', async (query, pointer) => {
    const answer = await request(application()).get(`/v1/things?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });
  it('are ignored where the route is lenient', async () => {
    expect((await request(application()).get('/problems/internal?x=1')).status).toBe(200);
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
    expect(JSON.stringify(answered)).not.toContain('Bearer');
    expect(answered[0]).toMatchObject({ route: '/v1/things', status: 201, keyId: 'key_1', aborted: false });
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
  it('keeps what a key has opened to its holder', async () => {
    const answer = await request(application()).get('/v1/things').set('Authorization', 'Bearer all');
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });
});

describe('exceptions', () => {
  it('become 503 without a word of their message', async () => {
    const ours = await request(application()).get('/v1/breaks');
    expect([ours.status, ours.body.code]).toEqual([503, 'internal']);
    expect(ours.text).not.toContain('secret');
    const outage = await request(application()).get('/v1/breaks').set('X-Outage', '1');
    expect([outage.status, outage.body.code]).toEqual([503, 'unavailable']);
    expect(outage.text).not.toContain('secret');
    expect(failures).toHaveLength(2);
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
    const odd = await request(application()).get('/v1/things').set('X-Request-Id', 'a b"c');
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });
  it('is the same in header, problem and log', async () => {
    const answer = await request(application()).get('/v1/nothing');
    expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
    expect(answered[0]?.requestId).toBe(answer.body.request_id);
  });
});

/** Whom the application takes the client for. */
async function addressSeen(trustProxy?: string): Promise<unknown> {
  const answer = await request(application(trustProxy)).get('/v1/who').set('X-Forwarded-For', '203.0.113.9, 198.51.100.7');
  return answer.body;
}

describe("the client's address", () => {
  it('is that of the socket, whatever a header claims', async () => {
    expect(await addressSeen()).toMatch(/127\.0\.0\.1$/);
  });
  it('is the last that no trusted proxy has', async () => {
    expect(await addressSeen('loopback')).toBe('198.51.100.7');
    expect(await addressSeen('loopback, 198.51.100.0/24')).toBe('203.0.113.9');
  });
});

it('a problem returned by a handler keeps its members', () => {
  expect(problem('domain-error', 'x', { members: { port: 'a', path: '/0' } }).members).toEqual({ port: 'a', path: '/0' });
});
