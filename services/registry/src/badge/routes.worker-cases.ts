import { bearer, registryWithWorker, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await registryWithWorker();
});

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
  expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const text = `kirchhoff: φ 1.0 · ${String(body.certified_at).slice(0, 10)}`;
  expect(svg).toContain(`role="img" aria-label="${text}"`);
  expect(svg).toContain(`<title>${text}</title>`);
  expect(svg).toContain('#1a7f37');
  await badge(pid)
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
  await badge(pid).query({ anything: 'goes' }).expect(200);
});

it('200: a custom label, escaped as text', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const { body } = await badge(pid).query({ label: '"><script>alert(1)</script>' }).expect(200);
  expect(body).not.toContain('<script');
  expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;: not certified');
  const { body: mixed } = await badge(pid).query({ label: '👩‍👩‍👧‍👦 שלום' }).expect(200);
  expect(mixed).toContain('<title>👩‍👩‍👧‍👦 שלום: not certified</title>');
  await badge(pid).query('label=%00a&label=b&label=%E2').expect(200);
});

it('200: flat-square where it is asked for, and flat for a style that there is not', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const [flat, square, other] = await Promise.all(
    [{}, { style: 'flat-square' }, { style: 'for-the-badge' }].map(async (query) => (await badge(pid).query(query).expect(200)).body),
  );
  expect(square).not.toBe(flat);
  expect(other).toBe(flat);
});

it('200: the form of a shields.io endpoint for whoever takes JSON', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const address = `/v1/circuits/${pid}/badge`;
  const { body, headers } = await registry.api.get(address).query({ label: 'fee' }).set('Accept', 'application/json').expect(200);
  expect(body).toEqual({ schemaVersion: 1, label: 'fee', message: 'not certified', color: '#62676d' });
  expect(headers).toMatchObject({ vary: 'Authorization, Accept', 'cache-control': 'no-cache' });
  await registry.api
    .get(address)
    .query({ label: 'fee' })
    .set({ Accept: 'application/json', 'If-None-Match': headers['etag'] ?? '' })
    .expect(304);
  for (const accept of ['*/*', 'image/*', 'image/svg+xml,*/*;q=0.8', 'text/html']) {
    await registry.api.get(address).set('Accept', accept).expect(200).expect('Content-Type', /svg/);
  }
});

it('401: a key that is none, also where none was needed', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  await badge(pid).set('Authorization', 'Bearer nonsense').expect(401);
});

it('404: in JSON for whoever takes JSON', async () => {
  const { body } = await registry.api.get('/v1/circuits/nonsense/badge').set('Accept', 'application/json').expect(404);
  expect(body).toEqual({ schemaVersion: 1, label: 'kirchhoff', message: 'unknown', color: '#62676d' });
});

it('404: of one that was withdrawn nothing is known any more', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  await registry.database.circuit.update({ where: { id: pid }, data: { withdrawnAt: new Date() } });
  expect((await badge(pid).expect(404)).body).toContain('kirchhoff: unknown');
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
