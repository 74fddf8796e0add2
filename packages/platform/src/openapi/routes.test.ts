import request from 'supertest';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { createApplication } from '../http/application.js';
import { PROBLEMS } from '../problems/codes.js';
import { THING_ROUTES } from './openapi.fixture.js';
import { describeService } from './routes.js';

const { routes, description } = describeService({ service: 'things', version: '1.2.3', description: 'Things.' }, THING_ROUTES);
const application = createApplication({
  routes,
  authenticator: { authenticate: async () => ({ kind: 'anonymous' }) },
  log: { answered: () => undefined, failed: () => undefined, unavailable: () => undefined },
  clock: systemClock,
  randomness: systemRandomness,
  trustProxy: undefined,
});
const api = request(application);

/** The addresses of what a page loads or leads to. */
function addresses(html: string): readonly string[] {
  return [...html.matchAll(/(?:href|src)="([^"]+)"/g)]
    .map(([, address]) => address ?? '')
    .filter((address) => !address.startsWith('data:'));
}

it('200: /v1/openapi.json is the description of all routes, its own among them; 304 to whom has it', async () => {
  const { body, headers } = await api.get('/v1/openapi.json?x=1').expect(200).expect('Content-Type', 'application/json; charset=utf-8');
  expect(body).toEqual(JSON.parse(JSON.stringify(description)));
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/v1/things', '/v1/openapi.json', '/v1/docs', '/problems/{code}']));
  await api
    .get('/v1/openapi.json')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
});

it('200: /v1/docs loads everything from here, under a policy that lets nothing come from elsewhere', async () => {
  const { text, headers } = await api.get('/v1/docs').expect(200);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  expect(text).not.toMatch(/<script(?![^>]*src=)/);
  const loaded = addresses(text);
  expect(loaded.length).toBeGreaterThan(5);
  for (const address of loaded) {
    const url = new URL(address, 'http://here.example/v1/docs');
    expect(url.host).toBe('here.example');
    if (url.pathname !== '/') await api.get(url.pathname).expect(200);
  }
});

it('200: a file is compressed for whom takes that, kept for a day, and tagged', async () => {
  const { headers } = await api.get('/v1/docs/swagger-ui-bundle.js').expect(200);
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'cache-control': 'public, max-age=86400' });
  const plain = await api.get('/v1/docs/page.js').set('Accept-Encoding', 'identity').expect(200);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toContain("url: 'openapi.json'");
  await api.get('/v1/docs/page.js').set('If-None-Match', '*').expect(304);
});

it('404: no other file is served', async () => {
  for (const file of ['swagger-ui.js', 'package.json', '..%2fpackage.json', 'constructor']) await api.get(`/v1/docs/${file}`).expect(404);
});

it('200: every problem has a page for people and a text for terminals, each with what to do', async () => {
  for (const [code, { remedy }] of Object.entries(PROBLEMS)) {
    const page = await api
      .get(`/problems/${code}`)
      .set('Accept', 'text/html')
      .expect(200)
      .expect('Content-Type', 'text/html; charset=utf-8');
    expect(page.text).toContain(`<code>${code}</code>`);
    const { text, headers } = await api.get(`/problems/${code}`).expect(200);
    expect([text.includes(remedy), headers['content-type'], headers['vary']]).toEqual([true, 'text/plain; charset=utf-8', 'Accept']);
  }
});

it('200: /problems leads to all of them', async () => {
  const { text } = await api.get('/problems').set('Accept', 'text/html').expect(200);
  const codes = addresses(text).flatMap((address) => (address.startsWith('/problems/') ? [address.slice('/problems/'.length)] : []));
  expect(codes).toEqual(Object.keys(PROBLEMS));
  expect((await api.get('/problems').expect(200)).text.split('\n').length).toBe(codes.length + 1);
});

it('404: what is no problem', async () => {
  await api.get('/problems/constructor').expect(404);
});
