import { bearer, sharedRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';
import { Person } from './testing/person.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await sharedRegistry();
  ada = await registry.register();
});

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
const ESCAPED = '&lt;script>alert(2)&lt;/script>';

/** Returns a source of about as many characters. */
const longSource = (characters: number) => `${'// padding of a line\n'.repeat(Math.ceil(characters / 21))}${closedCircuit(508)}`;

const opened = (path: string) => registry.api.get(path).set('Accept', 'text/html');

describe('every page', () => {
  it('has a policy that permits nothing written in the page, one main part, one heading and the site’s parts', async () => {
    const pid = await registry.publish(ada, closedCircuit(300));
    const paths = [
      '/',
      '/circuits',
      `/circuits/${pid}`,
      `/owners/${ada.accountId}`,
      '/catalog',
      '/catalog/DIV',
      '/catalog/MAP',
      '/catalog/NOW',
    ];
    for (const path of paths) {
      const { text, headers } = await opened(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
      expect(text).not.toMatch(/<script(?![^>]* src="\/assets\/)/);
      for (const part of ['<main', '<h1', '<nav', '<header', '<footer']) expect([path, text.includes(part)]).toEqual([path, true]);
      expect([path, text.match(/<h1/g)?.length]).toEqual([path, 1]);
      for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await registry.api.get(file).expect(200);
    }
  });

  it('loads fewer than 150,000 bytes at first', async () => {
    const pid = await registry.publish(ada, closedCircuit(301));
    for (const path of ['/', '/circuits', `/circuits/${pid}`, '/catalog', '/catalog/DIV']) {
      const { text } = await opened(path).expect(200);
      let sum = text.length;
      for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
        const { headers } = await registry.api.get(file).set('Accept-Encoding', 'gzip').expect(200);
        sum += Number(headers['content-length']);
      }
      expect([path, sum < 150_000]).toEqual([path, true]);
    }
  });

  it('marks the part of the site that it belongs to', async () => {
    expect((await opened('/catalog')).text).toContain('href="/catalog" aria-current="page"');
    expect((await opened('/catalog/DIV')).text).toContain('href="/catalog" aria-current="true"');
  });
});

describe('a refusal', () => {
  it('is a page with the status of the problem, what happened and what to do', async () => {
    for (const [path, status] of [
      ['/circuits/cir_0000000000000000000000', 404],
      ['/circuits/nonsense', 404],
      ['/circuits?page=0', 400],
      ['/circuits?page=100000', 400],
      ['/circuits?sort=nonsense', 400],
      ['/owners/nonsense', 404],
      ['/catalog/NONSENSE', 404],
      ['/catalog?family=nonsense', 400],
    ] as const) {
      const { text, headers } = await opened(path).expect(status).expect('Content-Type', 'text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(text).toContain(`<p class="eyebrow">${status}</p>`);
      expect(text).toMatch(/href="\/problems\/[a-z-]+"/);
    }
  });

  it('shows a key in the wrong place to nobody', async () => {
    const { text } = await opened(`/circuits?page=${ada.key}`).expect(400);
    expect(text).not.toContain(ada.key);
  });
});

describe('/circuits', () => {
  it('filters by state, searches, and escapes what authors write', async () => {
    const name = `Zebra ${HOSTILE}`;
    const pid = await registry.publish(ada, closedCircuit(302), { name, description: HOSTILE });
    const { text } = await opened('/circuits?search=zebra&state=uncertified&sort=name').expect(200);
    expect(text).toContain(`href="/circuits/${pid}"`);
    expect(text).toContain(ESCAPED);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('value="zebra"');
    expect(text).toMatch(/<option value="uncertified" selected|<option selected value="uncertified"/);
    expect((await opened('/circuits?search=zebra&state=certified').expect(200)).text).not.toContain(pid);
    expect((await opened(`/circuits?search=${encodeURIComponent(HOSTILE)}`).expect(200)).text).not.toContain('<img src=x');
  });

  it('takes the empty fields that a form sends', async () => {
    await opened('/circuits?search=&state=&sort=').expect(200);
    await opened('/catalog?search=&family=').expect(200);
  });

  it('leads from page to page, each of the same snapshot, with its search', async () => {
    const eve = await registry.register();
    for (let number = 0; number < 45; number += 1) await registry.publish(eve, closedCircuit(400 + number), { name: `Paged ${number}` });
    const seen: string[] = [];
    let next: string | undefined = '/circuits?search=paged&sort=oldest';
    const starts: string[] = [];
    while (next !== undefined) {
      starts.push(next);
      const { text }: { readonly text: string } = await opened(next).expect(200);
      seen.push(...[...text.matchAll(/href="\/circuits\/(cir_\w+)"/g)].map(([, pid]) => pid ?? ''));
      next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      if (starts.length > 1) expect(text).toContain('rel="prev"');
    }
    expect(starts).toHaveLength(3);
    expect(starts.slice(1).every((path) => path.includes('search=paged') && path.includes('as_of='))).toBe(true);
    expect(new Set(seen).size).toBe(45);
  });
});

describe('/owners/:owner', () => {
  it('shows the public circuits of one account; to itself also the private ones', async () => {
    const eve = await registry.register();
    const shown = await registry.publish(eve, closedCircuit(500));
    const hidden = await registry.publish(eve, closedCircuit(501), { visibility: 'private' });
    const other = await registry.publish(ada, closedCircuit(502));
    const path = `/owners/${eve.accountId}`;
    for (const asked of [opened(path), opened(path).set(bearer(ada))]) {
      const { text } = await asked.expect(200);
      expect([shown, hidden, other].map((pid) => text.includes(pid))).toEqual([true, false, false]);
      expect(text).not.toContain('someone@example.com');
    }
    const { text } = await opened(path).set(bearer(eve)).expect(200);
    expect([shown, hidden, other].map((pid) => text.includes(pid))).toEqual([true, true, false]);
    for (const search of ['circuit', 'circuit&sort=name']) {
      const { body } = await registry.api.get(`/v1/circuits?owner=${eve.accountId}&search=${search}`).set(bearer(ada)).expect(200);
      expect(body.circuits.map(({ pid }: { pid: string }) => pid)).toEqual([shown]);
    }
  });

  it('is empty for an account that does not exist', async () => {
    expect((await opened('/owners/acc_0000000000000000000000').expect(200)).text).toContain('0 circuits');
  });
});

describe('/circuits/:pid', () => {
  it('escapes what authors write, and has it in no attribute that a browser follows', async () => {
    const source = `circuit hostile {\n  input a: 0..9\n  output b: 0..9\n  b = a // ${HOSTILE}\n  ensure b <= 9 "javascript:alert(1) <script>alert(2)</script>"\n}\n`;
    const pid = await registry.publish(ada, source, { name: HOSTILE, description: `javascript:alert(1) ${HOSTILE}` });
    const { text } = await opened(`/circuits/${pid}`).expect(200);
    expect(text).toContain(ESCAPED);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
    expect(text).not.toMatch(/(?:href|src)="javascript:/);
  });

  it('404: private to others, with everything below it; 200 to its owner', async () => {
    const pid = await registry.publish(ada, closedCircuit(503), { visibility: 'private', name: 'Unmistakable' });
    const bob = await registry.register();
    for (const path of ['', '/graph.svg', '/card.png', '/versions/1', '?version=1', '/versions/1/certificate', '/artifacts/js']) {
      for (const asked of [opened(`/circuits/${pid}${path}`), opened(`/circuits/${pid}${path}`).set(bearer(bob))]) {
        const { text } = await asked.expect(404);
        expect(text ?? '').not.toContain('Unmistakable');
      }
    }
    const { text } = await opened(`/circuits/${pid}`).set(bearer(ada)).expect(200);
    expect(text).toContain('Unmistakable');
    expect(text).not.toContain('og:image');
  });

  it('a session opens the private circuits of its account with what their pages load, and no other does', async () => {
    const [eve, bob] = [new Person(registry), new Person(registry)];
    const { key } = await eve.register('Eve');
    await bob.register('Bob');
    const pid = await registry.publish({ key, accountId: '', keyId: '' }, closedCircuit(507), {
      visibility: 'private',
      name: 'Hidden of Eve',
    });
    for (const path of ['', '/graph.svg', '/card.png', '/versions/1']) {
      const { status, headers } = await eve.read(`/circuits/${pid}${path}`);
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'private, no-store']);
      expect([path, (await bob.read(`/circuits/${pid}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await eve.read(`/circuits/${pid}`)).text).toContain('Hidden of Eve');
  });

  it('colours a short source, numbers the lines of a longer one, and shows the longest as it is', async () => {
    for (const [characters, isColoured, isNumbered] of [
      [100, true, true],
      [20_000, false, true],
      [140_000, false, false],
    ] as const) {
      const pid = await registry.publish(ada, longSource(characters), { name: `Source of ${characters}` });
      const { text } = await opened(`/circuits/${pid}`).expect(200);
      expect([characters, text.includes('class="keyword"'), text.includes('id="L2"')]).toEqual([characters, isColoured, isNumbered]);
      expect(text).toContain('padding of a line');
    }
  });

  it('shows a source of very many lines without their numbers, and the first 200 of very many promises', async () => {
    const source = `circuit many {\n  input a: 0..9\n  output b: 0..9\n${'\n'.repeat(6_000)}  b = a\n${Array.from({ length: 300 }, (_, n) => `  ensure b < ${n + 10} "promise ${n}"\n`).join('')}}\n`;
    const pid = await registry.publish(ada, source, { name: 'Very many' });
    const { text } = await opened(`/circuits/${pid}`).expect(200);
    expect([text.includes('id="L2"'), text.includes('And 100 more, in the source below.')]).toEqual([false, true]);
  });

  it('410: withdrawn', async () => {
    const pid = await registry.publish(ada, closedCircuit(504));
    await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
    for (const path of ['', '/graph.svg', '/artifacts/js', '/versions/1', '/versions/1/certificate'])
      await opened(`/circuits/${pid}${path}`).expect(410).expect('Content-Type', /html/);
  });

  it('shows an earlier version, and the lines that differ', async () => {
    const pid = await registry.publish(ada, closedCircuit(505));
    await registry.api
      .put(`/v1/circuits/${pid}`)
      .set(bearer(ada))
      .send({ source: closedCircuit(506) })
      .expect(200);
    const early = await opened(`/circuits/${pid}?version=1`).expect(200);
    expect(early.text).toContain('This is an earlier version');
    const compared = await opened(`/circuits/${pid}?version=2&compare=1`).expect(200);
    expect(compared.text).toContain('-   input a: 0..1505');
    expect(compared.text).toContain('+   input a: 0..1506');
    await opened(`/circuits/${pid}?version=2&compare=2`).expect(400);
    await opened(`/circuits/${pid}?version=3`).expect(404);
    await opened(`/circuits/${pid}?version=0`).expect(400);
  });

  it('says of an uncertified version only that', async () => {
    const pid = await registry.publish(ada, OPEN_CIRCUIT);
    const { text } = await opened(`/circuits/${pid}`).expect(200);
    expect(text).toContain('not certified yet');
    expect(text).not.toContain('data-check');
    expect(text).not.toMatch(/mark closed/);
    await opened(`/circuits/${pid}/artifacts/js`).expect(409).expect('Content-Type', /html/);
  });
});

describe('an address that does not exist', () => {
  it.each(['/nothing', '/circuits/', '/policies/a/b/c', '/Catalog'])(
    '%s is a page with ways on for a browser, and JSON for a program',
    async (path) => {
      const { text, headers } = await opened(path).expect(404).expect('Content-Type', 'text/html; charset=utf-8');
      for (const shown of ['href="/"', 'href="/circuits"', 'No resource has this address']) expect(text).toContain(shown);
      expect([headers['vary'], headers['cache-control'], headers['content-security-policy']?.includes("default-src 'none'")]).toEqual([
        expect.stringContaining('Accept'),
        'no-store',
        true,
      ]);
      await registry.api
        .get(path)
        .expect(404)
        .expect('Content-Type', /^application\/problem\+json/);
    },
  );

  it('is JSON below /v1 for everyone', async () => {
    for (const path of ['/v1/nothing', '/v1'])
      await opened(path)
        .expect(404)
        .expect('Content-Type', /^application\/problem\+json/);
  });

  it('405: the address of a form, opened as a page', async () => {
    const { text } = await opened('/account/keys')
      .expect(405)
      .expect('Allow', 'POST')
      .expect('Content-Type', /^text\/html/);
    expect(text).toContain('href="/"');
  });
});
