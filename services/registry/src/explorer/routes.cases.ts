import { readdirSync } from 'node:fs';
import { assetFolder } from '@kirchhoff/explorer';
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
  expect(files.map((file) => file.replace(/.*[.]/, '')).toSorted()).toEqual(['css', 'css', 'js', 'js']);
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
  // A first page with the editor, which follows at the first touch.
  const editor = readdirSync(assetFolder).flatMap((name) => (/^editor-[^.]*\.js$/.test(name) ? [`/assets/${name}`] : []));
  expect(editor).toHaveLength(1);
  let sum = 0;
  for (const file of [...linkedFrom(text), ...editor]) {
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

it('200: the playground is isolated, and its workers alone may compile WebAssembly', async () => {
  const page = await registry.api.get('/playground').expect(200);
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(page.headers['cross-origin-embedder-policy']).toBe('require-corp');
  expect(page.headers['content-security-policy']).not.toContain('wasm');
  const names = readdirSync(assetFolder).filter((name) => /\.(?:js|wasm)$/.test(name));
  const compiling: string[] = [];
  for (const name of names) {
    const { headers } = await registry.api.head(`/assets/${name}`).expect(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/'unsafe-(?:eval|inline)'.*script|script-src[^;]*'unsafe-(?:eval|inline)'/);
    if (policy.includes('wasm-unsafe-eval')) compiling.push(name.replace(/-[\w-]{8}\.js$/, ''));
    if (name.endsWith('.wasm')) expect(headers['content-type']).toBe('application/wasm');
  }
  expect(compiling.toSorted()).toEqual(['solver-worker', 'worker']);
});
