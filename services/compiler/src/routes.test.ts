import { startTestCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';
import { CARD_FEE } from './testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await startTestCompiler({ REQUESTS_PER_MINUTE: '3' });
  account = await compiler.register();
});
afterAll(async () => compiler.close());

const analyze = async () => compiler.post(account, '/v1/analyze', { source: CARD_FEE });

it('says at / what it is and where to go', async () => {
  const { text, headers } = await compiler.api.get('/?from=search').expect(200);
  expect(headers['content-type']).toContain('text/html');
  expect(text).toContain('/v1/targets');
});

it('lists the targets, with an entity tag', async () => {
  const { body, headers } = await compiler.api.get('/v1/targets').expect(200);
  expect(body.targets[0]).toEqual({
    id: 'js',
    aliases: ['javascript'],
    language: 'JavaScript',
    version: expect.any(String),
    extension: expect.any(String),
    media_type: 'text/javascript',
  });
  const python = body.targets.find(({ id }: { id: string }) => id === 'python');
  expect(python).toMatchObject({ aliases: ['py'], extension: 'py', media_type: 'text/x-python' });
  await compiler.api
    .get('/v1/targets')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
});

it('tells how it is, and its parts are', async () => {
  const { body } = await compiler.api.get('/v1/health').expect(200);
  expect(body).toMatchObject({ status: 'ok', service: 'compiler', version: '1.2.3' });
  expect(Object.keys(body.checks)).toEqual(['postgres', 'redis', 'engine', 'decision_log']);
});

it('is alive, ready, and after the shutdown has begun not ready any more', async () => {
  await compiler.api.get('/livez').expect(200);
  await compiler.api.get('/readyz').expect(200);
  compiler.beginShutdown();
  await compiler.api.get('/readyz').expect(503);
});

it('explains its problems', async () => {
  expect((await compiler.api.get('/problems/policy-open').expect(200)).text).toContain('422');
  await compiler.api.get('/problems/no-such').expect(404);
});

it('knows no other addresses and methods', async () => {
  expect((await compiler.api.get('/v1/nothing').expect(404)).body.code).toBe('not-found');
  const { headers } = await compiler.api.get('/v1/policy/check').expect(405);
  expect(headers['allow']).toBe('POST');
});

it('limits requests a minute by account, and policy checks not at all', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await analyze()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await analyze()).headers).toMatchObject({ 'retry-after': expect.any(String), ratelimit: expect.stringContaining('r=0') });
  for (let count = 0; count < 5; count += 1) {
    await compiler.check(account, 'pol_0000000000000000000000', 'pay', {}).expect(404);
  }
});
