import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

/** Opens / as a browser that goes there. */
const opened = () => registry.api.get('/').set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8').expect(200);

it('200: / in a browser says what this is, and every link on it leads somewhere', async () => {
  const { text } = await opened().expect('Content-Type', 'text/html; charset=utf-8');
  expect(text).toContain('proven');
  const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) await registry.api.get(link).expect(200);
});

it('200: / gives a program the addresses to begin with, each of which exists', async () => {
  for (const accept of [undefined, '*/*', 'application/json']) {
    const request = registry.api.get('/');
    const { body } = await (accept === undefined ? request : request.set('Accept', accept)).expect(200).expect('Vary', /Accept/);
    expect(body).toMatchObject({ service: 'registry', version: '1.2.3' });
    const { register, ...read } = body.links;
    for (const path of Object.values<string>(read)) await registry.api.get(path).expect(200);
    await registry.api.get(String(register)).expect(405);
  }
});

it('200: / shows the newest certified circuits, and no private one', async () => {
  const ada = await registry.register();
  const mark = '<b>"hostile" & new</b>';
  for (const visibility of ['public', 'private']) {
    const pid = await registry.publish(ada, closedCircuit(visibility.length), { name: `${mark} ${visibility}`, visibility });
    await registry.database.$executeRaw`UPDATE circuits SET certified = true WHERE id = ${pid}`;
    await registry.database.$executeRaw`UPDATE circuit_versions SET certified = true WHERE circuit_id = ${pid}`;
  }
  const { text } = await opened();
  expect(text).toContain('&lt;b>&quot;hostile&quot; &amp; new&lt;/b> public');
  expect(text).not.toContain('<b>');
  expect(text).not.toContain('new&lt;/b> private');
});

const reached = async (host: string) => (await opened().set('Host', host)).text;

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
