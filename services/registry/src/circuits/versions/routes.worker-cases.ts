import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;
/** Versions 1 (certified), 2 and 3 (as 1, yet not certified) of a public circuit. */
let pid: string;
let hash: string;

beforeAll(async () => {
  registry = await registryWithWorker();
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
  pid = await registry.publish(ada, closedCircuit(1));
  hash = (await registry.certify(ada, pid)).body.hash;
  for (const source of [closedCircuit(2), `// again\n${closedCircuit(1)}`]) await put(pid, { source });
});

const put = async (of: string, body: object) => registry.api.put(`/v1/circuits/${of}`).set(bearer(ada)).send(body).expect(200);
const get = (address: string, account?: TestAccount) => {
  const request = registry.api.get(`/v1/circuits/${address}`);
  return account === undefined ? request : request.set(bearer(account));
};
const numbers = (body: { versions: { version: number }[] }) => body.versions.map(({ version }) => version);

/** Valid references without a version, and invalid references. */
const NO_VERSIONS = [
  '0',
  '4',
  '01',
  '-1',
  '1.0',
  '1e0',
  '2147483647',
  '2147483648',
  '9'.repeat(30),
  '0'.repeat(64),
  'latest',
  '%20',
  '1%00x',
];

/** Expects that a request with the entity tag gets a 304. */
async function keptAs304(address: string): Promise<void> {
  const { headers } = await get(address).expect(200);
  expect(headers['etag']).toMatch(/^"/);
  await get(address)
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
}

describe('GET /v1/circuits/:pid/versions', () => {
  it('200: newest first', async () => {
    const { body } = await get(`${pid}/versions`).expect(200);
    expect(body).toMatchObject({ page: 1, limit: 20, total: 3, pages: 1 });
    expect(numbers(body)).toEqual([3, 2, 1]);
    expect(body.versions[2]).toEqual({
      version: 1,
      hash,
      certified: true,
      phi_c: 1,
      assurance: 'kernel',
      certified_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it('200: pages follow one another by their links, stable while there are new versions', async () => {
    const own = await registry.publish(ada, closedCircuit(10));
    for (let number = 11; number < 14; number++) await put(own, { source: closedCircuit(number) });
    const first = await get(`${own}/versions?limit=2`).expect(200);
    await put(own, { source: closedCircuit(14) });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await registry.api.get(next).expect(200);
    expect([numbers(first.body), numbers(second.body)]).toEqual([
      [4, 3],
      [2, 1],
    ]);
    expect(second.body).toMatchObject({ total: 4, pages: 2 });
    expect((await get(`${own}/versions?page=9`).expect(200)).body).toMatchObject({ versions: [], total: 5 });
    expect((await get(`${own}/versions?as_of=999`).expect(200)).body.total).toBe(5);
  });

  it('304: to whom has it already', async () => keptAs304(`${pid}/versions`));

  it('400: pages and parameters that are not as described', async () => {
    for (const query of ['page=0', 'limit=101', 'as_of=0', 'as_of=x', 'colour=red', 'page=2000&limit=100']) {
      await get(`${pid}/versions?${query}`).expect(400);
    }
  });

  it('401: with a key that is none', async () => {
    await get(`${pid}/versions`).set('Authorization', 'Bearer nonsense').expect(401);
  });
});

describe('GET /v1/circuits/:pid/versions/:version', () => {
  it('200: by its number, with its source and its ports, as it was', async () => {
    const { body } = await get(`${pid}/versions/1`).expect(200);
    expect(body).toEqual({
      pid,
      version: 1,
      hash,
      certified: true,
      phi_c: 1,
      assurance: 'kernel',
      certified_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      source: closedCircuit(1),
      signature: {
        inputs: [{ name: 'a', domain: { kind: 'integer', lo: 0, hi: 1_001 } }],
        outputs: [{ name: 'b', domain: { kind: 'integer', lo: 0, hi: 1_001 } }],
      },
    });
    expect((await get(`${pid}/versions/2`).expect(200)).body).toMatchObject({ version: 2, certified: false, phi_c: null });
  });

  it('200: by its hash; of several with one hash the one that a pin names', async () => {
    expect((await get(`${pid}/versions/3`).expect(200)).body).toMatchObject({ hash, certified: false });
    expect((await get(`${pid}/versions/${hash}`).expect(200)).body.version).toBe(1);
  });

  it('304: to whom has it already', async () => {
    await keptAs304(`${pid}/versions/2`);
    await keptAs304(`${pid}/versions/${hash}`);
  });

  it('404: numbers and hashes that no version has, and what is neither', async () => {
    for (const version of NO_VERSIONS) {
      expect([400, 404]).toContain((await get(`${pid}/versions/${version}`)).status);
      expect([400, 404]).toContain((await get(`${pid}/versions/${version}/certificate`)).status);
    }
    await get(`${pid}/versions/${hash.toUpperCase()}`).expect(404);
    await get(`cir_0000000000000000000000/versions/1`).expect(404);
    await get(`nothing/versions/${hash}`).expect(404);
  });

  it('401: with a key that is none', async () => {
    await get(`${pid}/versions/1`).set('Authorization', 'Bearer nonsense').expect(401);
  });
});

describe('GET /v1/circuits/:pid/versions/:version/certificate', () => {
  it('200: byte for byte what the circuit answered with while the version was current', async () => {
    const own = await registry.publish(ada, closedCircuit(20));
    const certified = await registry.certify(ada, own);
    const current = await get(`${own}/certificate`).expect(200);
    await put(own, { source: closedCircuit(21) });
    for (const version of ['1', certified.body.hash]) {
      expect((await get(`${own}/versions/${version}/certificate`).expect(200)).text).toBe(current.text);
    }
  });

  it('304: to whom has it already', async () => keptAs304(`${pid}/versions/1/certificate`));

  it('404: of a version that is not certified, or open', async () => {
    await get(`${pid}/versions/2/certificate`).expect(404);
    const open = await registry.publish(ada, OPEN_CIRCUIT);
    expect((await registry.certify(ada, open)).body.certified).toBe(false);
    await get(`${open}/versions/1/certificate`).expect(404);
  });

  it('401: with a key that is none', async () => {
    await get(`${pid}/versions/1/certificate`).set('Authorization', 'Bearer nonsense').expect(401);
  });
});

const addresses = (of: string, by: string) =>
  ['1', by].flatMap((version) => [`${of}/versions/${version}`, `${of}/versions/${version}/certificate`]);

describe('versions of a circuit that not everybody sees, or that was withdrawn', () => {
  it('404 to others where it is private, by number and by hash', async () => {
    const own = await registry.publish(ada, closedCircuit(30), { visibility: 'private' });
    const certified = await registry.certify(ada, own);
    for (const address of [`${own}/versions`, ...addresses(own, certified.body.hash)]) {
      await get(address, ada).expect(200);
      await get(address, bob).expect(404);
      await get(address).expect(404);
    }
  });

  it('410 once it was withdrawn; by hash still 200 to those who could see it, and 404 to the others', async () => {
    for (const visibility of ['public', 'private']) {
      const own = await registry.publish(ada, closedCircuit(40), { visibility, name: visibility });
      const { hash: by } = (await registry.certify(ada, own)).body;
      await registry.api.delete(`/v1/circuits/${own}`).set(bearer(ada)).expect(204);
      const others = visibility === 'public' ? { number: 410, hash: 200 } : { number: 404, hash: 404 };
      for (const address of [`${own}/versions`, `${own}/versions/1`, `${own}/versions/7`, `${own}/versions/1/certificate`]) {
        await get(address, ada).expect(410);
        await get(address, bob).expect(others.number);
      }
      for (const address of [`${own}/versions/${by}`, `${own}/versions/${by}/certificate`]) {
        await get(address, ada).expect(200);
        await get(address, bob).expect(others.hash);
      }
    }
  });
});
