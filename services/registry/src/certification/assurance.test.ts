import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

/** One program of each grade: every response that states the evidence must state this grade. */

const GRADES = ['kernel', 'exhaustive', 'solver'] as const;
type Grade = (typeof GRADES)[number];

let registry: TestRegistry;
let ada: TestAccount;
const results = new Map<Grade, { readonly pid: string; readonly body: Readonly<Record<string, unknown>> }>();

beforeAll(async () => {
  registry = await startTestRegistry({ ENGINE_GUARD_MILLISECONDS: '120000' });
  await registry.startWorker({ ENGINE_GUARD_MILLISECONDS: '120000' });
  ada = await registry.register();
  for (const grade of GRADES) {
    const pid = await registry.publish(ada, BY_ASSURANCE[grade], {
      name: `by ${grade}`,
      visibility: grade === 'exhaustive' ? 'private' : 'public',
    });
    const certified = await registry.certify(ada, pid);
    results.set(grade, { pid, body: certified.body });
  }
});
afterAll(async () => registry.close());

function resultOf(grade: Grade) {
  const result = results.get(grade);
  if (result === undefined) throw new Error('not certified');
  return result;
}

const get = (path: string) => registry.api.get(path).set(bearer(ada));
const listed = async (query: string) =>
  (await get(`/v1/circuits?${query}`).expect(200)).body.circuits.map(({ pid }: { pid: string }) => pid);

describe.each(GRADES)('%s', (grade) => {
  it('is in the result of certify, whose φ is 1 by whatever evidence', () => {
    expect(resultOf(grade).body).toMatchObject({ certified: true, phi_c: 1, assurance: grade });
  });

  it('is in the result of verify', async () => {
    const { body } = await registry.api
      .post(`/v1/circuits/${resultOf(grade).pid}/verify`)
      .set(bearer(ada))
      .expect(200);
    expect(body).toMatchObject({ verified: true, phi_c: 1, assurance: grade });
  });

  it('is in the certificate', async () => {
    const { body } = await get(`/v1/circuits/${resultOf(grade).pid}/certificate`).expect(200);
    expect(body.certificate).toMatchObject({ phi_c: 1, assurance: grade });
  });

  it('is in the circuit, its list of versions and the version', async () => {
    const { pid } = resultOf(grade);
    const { body } = await get(`/v1/circuits/${pid}`).expect(200);
    expect(body).toMatchObject({ certified: true, assurance: grade, versions: [{ version: 1, assurance: grade }] });
    expect((await get(`/v1/circuits/${pid}/versions`).expect(200)).body.versions).toMatchObject([{ assurance: grade }]);
    expect((await get(`/v1/circuits/${pid}/versions/1`).expect(200)).body).toMatchObject({ assurance: grade });
  });

  it('filters the list, alone and with what else it is asked for', async () => {
    const { pid } = resultOf(grade);
    for (const query of ['', '&certified=true', '&owner=me', '&search=by', '&sort=name', '&sort=updated', '&search=by&sort=newest']) {
      expect(await listed(`assurance=${grade}${query}`)).toEqual([pid]);
    }
    expect(await listed(`assurance=${grade}&search=nothinglikeit`)).toEqual([]);
    const { body } = await get(`/v1/circuits?assurance=${grade}`).expect(200);
    expect(body).toMatchObject({ total: 1, circuits: [{ assurance: grade }] });
    const strangers = await registry.api.get(`/v1/circuits?assurance=${grade}`).expect(200);
    expect(strangers.body.total).toBe(grade === 'exhaustive' ? 0 : 1);
    expect(strangers.headers['link'] ?? `assurance=${grade}`).toContain(`assurance=${grade}`);
  });

  it("is in the badge's JSON where it is asked for, and not in what shields.io draws from", async () => {
    const badge = `/v1/circuits/${resultOf(grade).pid}/badge`;
    const { body } = await get(badge).query({ assurance: 'true' }).set('Accept', 'application/json').expect(200);
    expect(body).toEqual({ schemaVersion: 1, label: 'kirchhoff', message: expect.any(String), color: '#1a7f37', assurance: grade });
    const { body: plain } = await get(badge).set('Accept', 'application/json').expect(200);
    expect(Object.keys(plain).toSorted()).toEqual(['color', 'label', 'message', 'schemaVersion']);
  });
});

it('what is open has none', async () => {
  const pid = await registry.publish(ada, OPEN_CIRCUIT, { name: 'an open one' });
  const badge = async () =>
    (await registry.api.get(`/v1/circuits/${pid}/badge?assurance=true`).set('Accept', 'application/json').expect(200)).body;
  expect((await get(`/v1/circuits/${pid}`).expect(200)).body).toMatchObject({ assurance: null });
  expect(await badge()).toMatchObject({ message: 'not certified', assurance: null });
  const { body } = await registry.certify(ada, pid);
  expect(body).toMatchObject({ certified: false });
  expect(body).not.toHaveProperty('assurance');
  expect((await get(`/v1/circuits/${pid}`).expect(200)).body).toMatchObject({ certified: false, assurance: null });
  expect(await badge()).toMatchObject({ message: expect.stringMatching(/open$/), assurance: null });
});

it('is that of the current version: a new one has none until it is certified, and then its own', async () => {
  const pid = await registry.publish(ada, BY_ASSURANCE.exhaustive, { name: 'moving' });
  await registry.certify(ada, pid);
  expect(await listed('assurance=exhaustive&search=moving')).toEqual([pid]);
  const changed = await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ source: BY_ASSURANCE.kernel }).expect(200);
  expect(changed.body).toMatchObject({ certified: false, assurance: null, versions: [{ assurance: null }, { assurance: 'exhaustive' }] });
  expect(await listed('assurance=exhaustive&search=moving')).toEqual([]);
  await registry.certify(ada, pid);
  const { body } = await get(`/v1/circuits/${pid}`).expect(200);
  expect(body).toMatchObject({ assurance: 'kernel', versions: [{ assurance: 'kernel' }, { assurance: 'exhaustive' }] });
  expect(await listed('assurance=kernel&search=moving')).toEqual([pid]);
});

it('is null of what was certified before there were grades, which no grade lists', async () => {
  const pid = await registry.publish(ada, BY_ASSURANCE.kernel, { name: 'from before' });
  await registry.certify(ada, pid);
  await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { assurance: null } });
  await registry.database.circuit.update({ where: { id: pid }, data: { assurance: null, revision: { increment: 1 } } });
  expect((await get(`/v1/circuits/${pid}`).expect(200)).body).toMatchObject({ certified: true, phi_c: 1, assurance: null });
  for (const grade of GRADES) expect(await listed(`assurance=${grade}`)).not.toContain(pid);
  expect(await listed('certified=true')).toContain(pid);
  await registry.certify(ada, pid);
  expect(await listed('assurance=kernel')).toContain(pid);
});
