import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

it('200: / says what this is, and every link on it leads somewhere', async () => {
  const { text } = await registry.api.get('/').expect(200).expect('Content-Type', 'text/html; charset=utf-8');
  expect(text).toContain('proven');
  const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) await registry.api.get(link).expect(200);
});

const reached = async (host: string) => (await registry.api.get('/').set('Host', host).expect(200)).text;

it('200: / has a first command with the address that it was reached by, and nothing that is no address', async () => {
  expect(await reached('circuits.example:4100')).toContain('curl -X POST http://circuits.example:4100/v1/auth/register');
  expect(await reached('"><b>x')).not.toContain('<b>');
});

it('404: what is no address, in the form of every refusal', async () => {
  const { body } = await registry.api.get('/v1/nothing').expect(404).expect('Content-Type', 'application/problem+json; charset=utf-8');
  expect(body).toMatchObject({
    type: '/problems/not-found',
    status: 404,
    code: 'not-found',
    instance: '/v1/nothing',
    request_id: expect.any(String),
  });
});

it('200: health names the parts; livez and readyz answer', async () => {
  const { body } = await registry.api.get('/v1/health').expect(200);
  expect(body).toMatchObject({ status: 'ok', service: 'registry', version: '1.2.3', uptime: expect.any(Number) });
  for (const part of ['postgres', 'redis', 'queue'])
    expect(body.checks[part]).toMatchObject({ status: 'up', latency_ms: expect.any(Number) });
  await registry.api.get('/livez').expect(200);
  await registry.api.get('/readyz').expect(200);
});
