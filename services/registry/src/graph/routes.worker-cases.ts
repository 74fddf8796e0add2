import { bearer, registryWithWorker, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, conformanceCase, longCircuit, OPEN_CIRCUIT, pinning } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
});
beforeEach(async () => {
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});

const SVG = 'image/svg+xml';
const graph = (pid: string) => registry.api.get(`/v1/circuits/${pid}/graph`);
const picture = async (pid: string): Promise<string> => {
  const { body, headers } = await graph(pid).set('Accept', SVG).responseType('blob').expect(200);
  expect(headers).toMatchObject({ 'content-type': `${SVG}; charset=utf-8`, vary: 'Authorization, Accept' });
  return Buffer.from(body).toString('utf8');
};

async function certified(source: string): Promise<string> {
  const pid = await registry.publish(ada, source);
  expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  return pid;
}

describe('200 as JSON', () => {
  it('200: nodes with proven domains, edges, and regions', async () => {
    const pid = await certified(conformanceCase('card_fee'));
    const { body, headers } = await graph(pid).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Authorization, Accept' });
    expect(body).toMatchObject({ pid, version: 1, name: 'card_fee', certified: true, domains_complete: true });
    const rate = body.nodes.find((node: { monomer: { mc_code: string } | null }) => node.monomer?.mc_code === 'MC_49');
    expect(rate).toMatchObject({
      kind: 'operation',
      monomer: { name: 'MATCH', family: 'control' },
      type: 'int',
      values: '150 or 250 or 325',
      domain: { kind: 'integer', lo: 150, hi: 325 },
      wire: 'rate',
      line: expect.any(Number),
    });
    expect(body.edges.filter((edge: { to: string }) => edge.to === rate.id)).toEqual([
      expect.objectContaining({ kind: 'value', port: 'subject' }),
      expect.objectContaining({ kind: 'result', port: '.eu', place: 0 }),
      expect.objectContaining({ kind: 'result', port: '.us', place: 1 }),
      expect.objectContaining({ kind: 'result', port: '.other', place: 2 }),
    ]);
    expect(body.components).toEqual([expect.objectContaining({ id: 'component0', name: 'share', pin: null })]);
  });

  it('200: every end of an edge is a node, and every node stands in a region', async () => {
    for (const name of ['binary_search', 'card_fee', 'iban', 'income_tax']) {
      const { body } = await graph(await registry.publish(ada, conformanceCase(name))).expect(200);
      for (const { nodes, edges, regions } of [body, ...body.components]) {
        const ids = new Set(nodes.map(({ id }: { id: string }) => id));
        const places = new Set(regions.map(({ id }: { id: string }) => id));
        expect(ids.size).toBe(nodes.length);
        expect(edges.every(({ from, to }: { from: string; to: string }) => ids.has(from) && ids.has(to))).toBe(true);
        expect(nodes.every(({ region }: { region: string }) => places.has(region))).toBe(true);
      }
    }
  });

  it('200: of one that is not certified, what the analysis knows', async () => {
    const { body } = await graph(await registry.publish(ada, OPEN_CIRCUIT)).expect(200);
    expect(body.certified).toBe(false);
    expect(body.nodes.find(({ label }: { label: string }) => label === 'a / b').values).toBe('0..1000');
  });

  it('200: of one that pins another, with that one as a component', async () => {
    const pinned = await certified(closedCircuit(3));
    const { body } = await registry.api.get(`/v1/circuits/${pinned}`);
    const { body: found } = await graph(await registry.publish(ada, pinning(`${pinned}@${body.hash}`))).expect(200);
    expect(found.components).toEqual([expect.objectContaining({ pin: body.hash })]);
  });

  it('200: JSON for whoever takes anything, and for whoever takes neither', async () => {
    const pid = await registry.publish(ada, closedCircuit());
    for (const accept of ['*/*', 'text/csv', 'application/json;q=0.9, image/svg+xml;q=0.8', 'application/json, text/html;q=0.5']) {
      await graph(pid).set('Accept', accept).expect(200).expect('Content-Type', /json/);
    }
  });

  it('200: the place that a certification left open, with the values of its counterexample', async () => {
    const pid = await registry.publish(ada, OPEN_CIRCUIT);
    const { body: before } = await graph(pid).expect(200);
    expect(before).toMatchObject({ certified: false, counterexample: null });
    const { body: result } = await registry.certify(ada, pid);
    const { body } = await graph(pid).expect(200);
    expect(body).toMatchObject({ certified: false, counterexample: result.errors[0].counterexample });
    const open = body.nodes.filter((node: { open: object | null }) => node.open !== null);
    expect(open).toMatchObject([{ label: 'a / b', open: { message: result.errors[0].message } }]);
    expect(body.nodes.find(({ label }: { label: string }) => label === 'parts').value).toBe('0');
  });
});

describe('200 as a picture', () => {
  it('200: a picture that stands alone, with words for whoever does not see it', async () => {
    const svg = await picture(await certified(conformanceCase('card_fee')));
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="graph-title graph-description">/);
    expect(svg).toContain('<title id="graph-title">Graph of the circuit card_fee</title>');
    expect(svg).toContain('amount in 0..10_000_000_000');
    expect(svg).toContain('150 or 250 or 325');
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).not.toMatch(/<script|href=|url\(|\son\w+=/);
  });

  it('200: a picture for a browser that opens the address', async () => {
    const pid = await registry.publish(ada, closedCircuit());
    const browsers = [
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
      'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
    ];
    for (const accept of browsers) await graph(pid).set('Accept', accept).expect(200).expect('Content-Type', `${SVG}; charset=utf-8`);
  });

  it('200: red from the certification on that leaves a place open', async () => {
    const pid = await registry.publish(ada, OPEN_CIRCUIT);
    expect(await picture(pid)).not.toContain('class="card open-card"');
    await registry.certify(ada, pid);
    expect(await picture(pid)).toContain('class="card open-card"');
  });

  it('200: text of the author is text, whatever is in it', async () => {
    const source =
      'circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = a\n  ensure b <= 9 "</text><script>alert(1)</script> & \\u{1F600}"\n}\n';
    const svg = await picture(await registry.publish(ada, source));
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;');
  });

  it('200: of a program that no page can hold, how much there is', async () => {
    const svg = await picture(await registry.publish(ada, longCircuit(100)));
    expect(svg).toMatch(/>300 operations</);
    expect(svg.length).toBeLessThan(20_000);
  });

  it('200: JSON and picture have tags of their own', async () => {
    const pid = await registry.publish(ada, closedCircuit());
    const [json, svg] = await Promise.all([graph(pid).expect(200), graph(pid).set('Accept', SVG).expect(200)]);
    expect(json.headers['etag']).not.toBe(svg.headers['etag']);
  });
});

it('304: nothing is sent again, and a certification makes it another graph', async () => {
  const pid = await registry.publish(ada, closedCircuit(5));
  const { headers } = await graph(pid).expect(200);
  const tag = headers['etag'] ?? '';
  expect((await graph(pid).set('If-None-Match', tag).expect(304)).text).toBe('');
  await registry.certify(ada, pid);
  const { headers: later } = await graph(pid).set('If-None-Match', tag).expect(200);
  expect(later['etag']).not.toBe(tag);
});

it('401: a key that is none', async () => {
  const pid = await registry.publish(ada, closedCircuit(6));
  await graph(pid).set('Authorization', 'Bearer nonsense').expect(401);
});

it('404: an unknown pid, and a private circuit to all but its owner', async () => {
  const pid = await registry.publish(ada, closedCircuit(7), { visibility: 'private' });
  for (const hidden of [pid, 'cir_0000000000000000000000', 'nonsense']) {
    await graph(hidden).expect(404);
    await graph(hidden)
      .set('Accept', SVG)
      .set(bearer(bob))
      .expect(404)
      .expect('Content-Type', /problem\+json/);
  }
  await graph(pid).set(bearer(ada)).expect(200).expect('Cache-Control', 'private, no-store');
});

it('410: one that was withdrawn', async () => {
  const pid = await registry.publish(ada, closedCircuit(8));
  await registry.database.circuit.update({ where: { id: pid }, data: { withdrawnAt: new Date() } });
  await graph(pid).expect(410);
});

it('503: the engine ends a drawing that takes too long', async () => {
  const hasty = await startTestRegistry({ ENGINE_GUARD_MILLISECONDS: '100' });
  try {
    const eve = await hasty.register();
    const pid = 'cir_0000000000000000000001';
    await hasty.database.circuit.create({
      data: {
        id: pid,
        accountId: eve.accountId,
        name: 'long',
        description: '',
        visibility: 'public',
        currentVersion: 1,
        versions: {
          create: {
            version: 1,
            source: longCircuit(5_000),
            hash: '0'.repeat(64),
            proofKey: '',
            languageVersion: '1.0',
            signature: Buffer.from('{}'),
          },
        },
      },
    });
    const { body } = await hasty.api.get(`/v1/circuits/${pid}/graph`).expect(503);
    expect(body.code).toBe('guard-exceeded');
  } finally {
    await hasty.close();
  }
});
