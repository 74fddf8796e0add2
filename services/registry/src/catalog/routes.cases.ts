import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

it('200: 128 monomers, from MC_00 to MC_127', async () => {
  const { body } = await registry.api.get('/v1/catalog').expect(200);
  expect(body.total).toBe(128);
  expect(body.monomers.map(({ mc_code }: { mc_code: string }) => mc_code)).toEqual(
    Array.from({ length: 128 }, (_, index) => `MC_${String(index).padStart(2, '0')}`),
  );
});

it('200: each family has sixteen', async () => {
  for (const family of ['arithmetic', 'logic', 'memory', 'control', 'io', 'string', 'crypto', 'system']) {
    const { body } = await registry.api.get(`/v1/catalog?family=${family}`).expect(200);
    expect(body.monomers.map((monomer: { family: string }) => monomer.family)).toEqual(Array.from({ length: 16 }, () => family));
  }
});

it('200: a search finds names before descriptions, within a family where one is named', async () => {
  const { body } = await registry.api.get('/v1/catalog?search=min').expect(200);
  expect(body.monomers[0].name).toBe('MIN');
  const none = await registry.api.get('/v1/catalog?search=muldiv&family=string').expect(200);
  expect(none.body).toEqual({ monomers: [], total: 0 });
});

it('200: one monomer with all that is known of it', async () => {
  const { body } = await registry.api.get('/v1/catalog/MC_03').expect(200);
  expect(body).toMatchObject({ mc_code: 'MC_03', name: 'DIV', family: 'arithmetic', effect: 'pure', operator: expect.any(String) });
  expect(body.examples.length).toBeGreaterThanOrEqual(4);
  expect(Object.keys(body)).toEqual(expect.arrayContaining(['signature', 'description', 'needs', 'range']));
  expect((await registry.api.get('/v1/catalog/MC_127').expect(200)).body.mc_code).toBe('MC_127');
});

it('304: to whom has it already', async () => {
  for (const address of ['/v1/catalog', '/v1/catalog/MC_03']) {
    const { headers } = await registry.api.get(address).expect(200);
    await registry.api
      .get(address)
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
  }
});

it('400: an unknown family is told the eight', async () => {
  const { body } = await registry.api.get('/v1/catalog?family=magic').expect(400);
  for (const family of ['arithmetic', 'logic', 'memory', 'control', 'io', 'string', 'crypto', 'system']) {
    expect(body.errors[0].message).toContain(family);
  }
  await registry.api.get('/v1/catalog?colour=red').expect(400);
});

it('404: what is no code of the catalog', async () => {
  for (const code of ['MC_128', 'MC_3', 'MC_003', 'ADD', 'mc_03', 'MC_']) await registry.api.get(`/v1/catalog/${code}`).expect(404);
});

it('401: an invalid key, also where none is needed', async () => {
  await registry.api.get('/v1/catalog').set('Authorization', 'Bearer nonsense').expect(401);
});
