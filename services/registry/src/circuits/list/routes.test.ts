import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';

const LISTED = ['100% tax', 'a_b', 'plain', 'Umlaut ÄÖ'];

let registry: TestRegistry;
let eve: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  registry = await startTestRegistry();
  [eve, bob] = await Promise.all([registry.register(), registry.register()]);
  for (const [index, name] of LISTED.entries()) {
    await registry.publish(eve, closedCircuit(100 + index), { name, description: `listed ${name}` });
  }
  await registry.publish(eve, closedCircuit(110), { name: 'hidden', description: 'listed', visibility: 'private' });
});
afterAll(async () => registry.close());

const names = (body: { circuits: { name: string }[] }) => body.circuits.map(({ name }) => name);
const list = (query = '') => registry.api.get(`/v1/circuits${query}`);

describe('GET /v1/circuits', () => {
  it('200: public circuits, newest first; the own private ones with a key', async () => {
    const { body } = await list().expect(200);
    expect(names(body)).toEqual(LISTED.toReversed());
    expect(body).toMatchObject({ page: 1, limit: 20, total: 4, pages: 1 });
    expect(Object.keys(body)).not.toContain('total_capped');
    expect(names((await list().set(bearer(bob)).expect(200)).body)).not.toContain('hidden');
    expect(names((await list().set(bearer(eve)).expect(200)).body)[0]).toBe('hidden');
  });

  it('200: two callers who ask at the same time each get the circuits that they may see', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const request = list('?sort=newest');
        return index % 3 === 0 ? request : request.set(bearer(index % 3 === 1 ? bob : eve));
      }),
    );
    for (const [index, { body }] of answers.entries()) expect(names(body).includes('hidden')).toBe(index % 3 === 2);
  });

  it('200: owner=me gives the own ones and no others', async () => {
    expect(names((await list('?owner=me').set(bearer(eve)).expect(200)).body)).toEqual(['hidden', ...LISTED.toReversed()]);
    expect((await list('?owner=me').set(bearer(bob)).expect(200)).body).toMatchObject({ circuits: [], total: 0, pages: 0 });
  });

  it('200: certified ones, and the others', async () => {
    const circuit = await registry.database.circuit.findFirstOrThrow({ where: { name: 'plain' } });
    await registry.database.circuit.update({ where: { id: circuit.id }, data: { certified: true } });
    expect(names((await list('?certified=true').expect(200)).body)).toEqual(['plain']);
    expect(names((await list('?certified=false').expect(200)).body)).toEqual(['Umlaut ÄÖ', 'a_b', '100% tax']);
    expect(names((await list('?certified=false&owner=me').set(bearer(eve)).expect(200)).body)).toContain('hidden');
  });

  it('200: sorted as asked for', async () => {
    await registry.database.circuit.updateMany({ where: { name: 'a_b' }, data: { updatedAt: new Date(Date.now() + 1_000) } });
    expect(names((await list('?sort=oldest').expect(200)).body)).toEqual(LISTED);
    expect(names((await list('?sort=name').expect(200)).body)).toEqual(['100% tax', 'a_b', 'plain', 'Umlaut ÄÖ']);
    expect(names((await list('?sort=updated').expect(200)).body)[0]).toBe('a_b');
    expect(names((await list('?sort=updated&owner=me').set(bearer(eve)).expect(200)).body)[0]).toBe('a_b');
  });

  it('200: pages follow one another by their links, which repeat what was asked for', async () => {
    const first = await list('?search=listed&sort=oldest&limit=2').expect(200);
    expect(first.body).toMatchObject({ page: 1, limit: 2, total: 4, pages: 2 });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    expect(next).toMatch(/^\/v1\/circuits\?search=listed&sort=oldest&as_of=[^&]+&page=2&limit=2$/);
    const second = await registry.api.get(next).expect(200);
    expect([...names(first.body), ...names(second.body)]).toEqual(LISTED);
    expect(second.headers['link']).toMatch(/rel="first".*rel="prev".*rel="last"/);
  });

  it('200: a page behind the last is empty and says so', async () => {
    expect((await list('?page=1000&limit=100').expect(200)).body).toMatchObject({ circuits: [], total: 4, pages: 1, page: 1_000 });
  });

  it('200: a name of letters that stand for eighteen each', async () => {
    await registry.publish(bob, closedCircuit(130), { name: 'ﷺ'.repeat(100), visibility: 'private' });
    expect((await list('?owner=me&sort=name').set(bearer(bob)).expect(200)).body.total).toBe(1);
  });

  it('304: to whom has this page already', async () => {
    const { headers } = await list('?search=listed').expect(200);
    await list('?search=listed')
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
    await list('?search=plain')
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(200);
  });

  it('400: parameters that are not as described, each named', async () => {
    const wrong = {
      page: ['page=0', 'page=1.5', 'page=2000&limit=100', 'page=2&page=3'],
      limit: ['limit=0', 'limit=101', 'limit=ten'],
      certified: ['certified=yes'],
      assurance: ['assurance=proof', 'assurance=', 'assurance=solver&certified=false', 'assurance=solver&assurance=kernel'],
      owner: ['owner=you'],
      sort: ['sort=best', 'sort=relevance', 'sort=relevance&search=+'],
      as_of: ['as_of=never', 'as_of=2026-11-20T14:50:10.123Z_7_5', 'as_of=2026-02-31T25:00:00Z', 'as_of='],
      search: ['search=a%00b', `search=${'a'.repeat(16_100)}b&search=c`],
      colour: ['colour=red'],
    };
    for (const [name, queries] of Object.entries(wrong)) {
      for (const query of queries) {
        const { body } = await list(`?${query}`).expect(400);
        expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: `query/${name}` }] });
      }
    }
  });

  it('401: owner=me without a key, and a key that is none', async () => {
    expect((await list('?owner=me').expect(401)).headers['www-authenticate']).toMatch(/^Bearer/);
    await list().set('Authorization', 'Bearer nonsense').expect(401);
  });

  it('429: more requests a minute than are allowed; without a key the address is counted', async () => {
    const small = await startTestRegistry({ REQUESTS_PER_MINUTE: '2', SEARCHES_PER_MINUTE: '1' });
    try {
      const account = await small.register();
      const answers = [];
      for (let request = 0; request < 3; request += 1) answers.push(await small.api.get('/v1/circuits').set(bearer(account)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
      const anonymous = [await small.api.get('/v1/circuits'), await small.api.get('/v1/circuits?search=fee')];
      expect(anonymous.map(({ status }) => status)).toEqual([200, 429]);
      expect(anonymous[1]?.headers['ratelimit']).toContain('"searches";r=0');
      await small.api.get('/v1/catalog').expect(200);
    } finally {
      await small.close();
    }
  });
});
