import request from 'supertest';
import { application, resetScene, scene } from './application.fixture.js';

beforeEach(resetScene);

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
      { pointer: '/force', message: 'is unknown; no member is known' },
    ]);
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
    scene.tooMany = true;
    expect((await send({ Authorization: 'Bearer weak', 'Content-Type': 'text/plain' }, large)).status).toBe(403);
  });
  it('room before rate, which it does not count for', async () => {
    scene.isFull = true;
    scene.tooMany = true;
    const answer = await send({ Authorization: 'Bearer all', 'Content-Type': 'text/plain' }, large);
    expect([answer.status, answer.body.code, answer.headers['ratelimit']]).toEqual([503, 'busy', undefined]);
    expect((await send({ Authorization: 'Bearer weak', 'Content-Type': 'text/plain' }, large)).status).toBe(403);
  });
  it('rate before size', async () => {
    scene.tooMany = true;
    const answer = await send({ Authorization: 'Bearer all', 'Content-Type': 'text/plain' }, large);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.headers['ratelimit-policy']).toBe('"minute";q=1;w=60');
  });
  it('what comes after the rate says how much is left, whatever it says', async () => {
    for (const text of ['{', '{"nome":"a"}']) {
      const answer = await send({ Authorization: 'Bearer all', 'Content-Type': 'application/json' }, text);
      expect([answer.status, answer.headers['ratelimit'], answer.headers['ratelimit-policy']]).toEqual([
        400,
        '"minute";r=0;t=30',
        '"minute";q=1;w=60',
      ]);
    }
  });
  it('size before media type', async () => {
    expect((await send({ Authorization: 'Bearer all', 'Content-Type': 'text/plain' }, large)).status).toBe(413);
  });
  it('media type before shape', async () => {
    for (const type of ['text/plain', 'application/json; charset=utf-8; charset=utf-8', 'application/json; charset=latin1']) {
      expect((await send({ Authorization: 'Bearer all', 'Content-Type': type }, '{')).status).toBe(415);
    }
  });
  it('shape last', async () => {
    expect((await send({ Authorization: 'Bearer all', 'Content-Type': 'application/json' }, '{')).body.code).toBe('malformed-json');
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
