import { bearer, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
});
afterAll(async () => registry.close());

const badge = (pid: string) =>
  registry.api
    .get(`/v1/circuits/${pid}/badge`)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      response.on('end', () => done(null, text));
    });

it('200: φ and the day of certification on green, without a key', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const { body } = await registry.certify(ada, pid);
  const { body: svg, headers } = await badge(pid).expect(200).expect('Content-Type', 'image/svg+xml; charset=utf-8');
  const text = `kirchhoff: φ 1.0 · ${String(body.certified_at).slice(0, 10)}`;
  expect(svg).toContain(`role="img" aria-label="${text}"`);
  expect(svg).toContain(`<title>${text}</title>`);
  expect(svg).toContain('#1a7f37');
  await badge(pid)
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
  await badge(pid).query({ anything: 'goes' }).expect(200);
});

it('200: the φ of an open circuit is not green', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, OPEN_CIRCUIT);
  expect((await badge(pid).expect(200)).body).toContain('not certified');
  const { body } = await registry.certify(ada, pid);
  const { body: svg } = await badge(pid).expect(200);
  expect(svg).toContain(`φ ${body.phi_c} · open`);
  expect(svg).not.toContain('#1a7f37');
});

it('404, and still an image: an unknown pid, and a private one to others', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit(), { visibility: 'private' });
  for (const hidden of [pid, 'cir_0000000000000000000000', 'nonsense']) {
    const { body } = await badge(hidden).expect(404).expect('Content-Type', 'image/svg+xml; charset=utf-8');
    expect(body).toContain('kirchhoff: unknown');
  }
  expect((await badge(pid).set(bearer(ada)).expect(200)).body).toContain('not certified');
});
