import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';

let registry: TestRegistry;
let bob: TestAccount;

beforeAll(async () => {
  registry = await startTestRegistry();
  bob = await registry.register();
});
afterAll(async () => registry.close());

const names = (body: { circuits: { name: string }[] }) => body.circuits.map(({ name }) => name);
const found = async (search: string) => names((await registry.api.get('/v1/circuits').query({ search }).expect(200)).body);

describe('GET /v1/circuits', () => {
  let eve: TestAccount;

  beforeAll(async () => {
    eve = await registry.register();
    for (const [index, name] of ['100% tax', 'a_b', 'plain', 'Umlaut ÄÖ'].entries()) {
      await registry.publish(eve, closedCircuit(100 + index), { name, description: `listed ${name}` });
    }
    await registry.publish(eve, closedCircuit(110), { name: 'hidden', description: 'listed', visibility: 'private' });
  });

  it('200: public circuits, newest first; the own private ones with a key', async () => {
    expect(names((await registry.api.get('/v1/circuits?search=listed').expect(200)).body)).toEqual([
      'Umlaut ÄÖ',
      'plain',
      'a_b',
      '100% tax',
    ]);
    expect(names((await registry.api.get('/v1/circuits?search=listed').set(bearer(bob)).expect(200)).body)).not.toContain('hidden');
    expect(names((await registry.api.get('/v1/circuits?search=listed').set(bearer(eve)).expect(200)).body)[0]).toBe('hidden');
  });

  it('200: owner=me gives the own ones and no others', async () => {
    const { body } = await registry.api.get('/v1/circuits?owner=me').set(bearer(eve)).expect(200);
    expect(names(body)).toEqual(['hidden', 'Umlaut ÄÖ', 'plain', 'a_b', '100% tax']);
    await registry.api.get('/v1/circuits?owner=me').expect(401);
  });

  it('200: search is for text, in any case, on name and description; its signs mean nothing', async () => {
    expect(await found('100%')).toEqual(['100% tax']);
    expect(await found('A_B')).toEqual(['a_b']);
    expect(await found('umlaut ä')).toEqual(['Umlaut ÄÖ']);
    expect(await found('listed plain')).toEqual(['plain']);
    expect(await found('\\')).toEqual([]);
  });

  it('200: pages follow one another by their links, stable while others are published', async () => {
    const first = await registry.api.get('/v1/circuits?owner=me&limit=2').set(bearer(eve)).expect(200);
    expect(first.body).toMatchObject({ page: 1, limit: 2, total: 5, pages: 3 });
    await registry.publish(eve, closedCircuit(120), { name: 'late' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await registry.api.get(next).set(bearer(eve)).expect(200);
    expect([...names(first.body), ...names(second.body)]).toEqual(['hidden', 'Umlaut ÄÖ', 'plain', 'a_b']);
    expect(second.headers['link']).toMatch(/rel="first".*rel="prev".*rel="next".*rel="last"/);
  });

  it('400: pages, limits and parameters that are not as described', async () => {
    for (const query of [
      'page=0',
      'limit=0',
      'limit=101',
      'page=1.5',
      'certified=yes',
      'owner=you',
      'colour=red',
      'as_of=never',
      'page=2&page=3',
      'page=2000&limit=100',
    ]) {
      expect((await registry.api.get(`/v1/circuits?${query}`).expect(400)).body.code).toBe('invalid-request');
    }
  });
});
