import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

/** Returns the addresses of the scripts and styles of a page. */
const linkedFrom = (html: string) => [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address]) => address ?? '');

it('200: /playground is a page whose policy allows scripts of this service alone, and whose files exist', async () => {
  const { text, headers } = await registry.api.get('/playground').expect(200).expect('Content-Type', 'text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(text).not.toMatch(/<script(?![^>]* src="\/assets\/)/);
  const files = linkedFrom(text);
  expect(files.map((file) => file.replace(/.*[.]/, '')).toSorted()).toEqual(['css', 'js']);
  for (const file of files) {
    await registry.api
      .get(file)
      .expect(200)
      .expect('Cache-Control', 'public, max-age=31536000, immutable')
      .expect('Content-Encoding', 'gzip');
  }
});

it('200: what the first page loads has fewer than 150,000 bytes', async () => {
  const { text } = await registry.api.get('/playground').expect(200);
  let sum = 0;
  for (const file of linkedFrom(text)) {
    const { headers } = await registry.api.get(file).set('Accept-Encoding', 'gzip').expect(200);
    sum += Number(headers['content-length']);
  }
  expect(sum).toBeGreaterThan(10_000);
  expect(sum).toBeLessThan(150_000);
});

it('304: a file that a browser has is not sent again', async () => {
  const { text } = await registry.api.get('/playground').expect(200);
  const [file = ''] = linkedFrom(text);
  const { headers } = await registry.api.get(file).expect(200);
  await registry.api.get(file).set('If-None-Match', String(headers['etag'])).expect(304);
});

it('404: a file that is none', async () => {
  await registry.api.get('/assets/manifest.json').expect(404);
  await registry.api.get('/assets/..%2findex.js').expect(404);
});
