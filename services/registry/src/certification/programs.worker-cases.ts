import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, conformanceCase, listCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
});

const certificateOf = async (pid: string) => {
  const { body } = await registry.api.get(`/v1/circuits/${pid}/certificate`).expect(200);
  return JSON.stringify(body);
};

it('a circuit that only a solver can close is certified, and verified with a solver', async () => {
  const pid = await registry.publish(ada, BY_ASSURANCE.solver);
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true, phi_c: 1 });
  expect(await certificateOf(pid)).toContain('"z3');
  const { body } = await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada)).expect(200);
  expect(body).toMatchObject({ verified: true, match: true, phi_c: 1 });
});

it('its proof is reused for the same graph in another layout, byte by byte', async () => {
  const sources = ['first', 'second'].map((comment) => `// ${comment}\n${BY_ASSURANCE.solver}`);
  const pids = [await registry.publish(ada, sources[0] ?? ''), await registry.publish(ada, sources[1] ?? '')];
  for (const pid of pids) expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  const [one = '', other = ''] = pids;
  expect(await certificateOf(other)).toBe(await certificateOf(one));
});

it.each(['gcd', 'median_of_five', 'iban', 'frame_length'])('%s is published, certified and verified', async (name) => {
  const pid = await registry.publish(ada, conformanceCase(name));
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true, phi_c: 1 });
  const { body } = await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada)).expect(200);
  expect(body).toMatchObject({ verified: true, phi_c: 1 });
});

it('a certificate of many megabytes is stored, served and checked', async () => {
  const pid = await registry.publish(ada, listCircuit(Number(process.env['WIRES'] ?? 2_000)));
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
  expect((await certificateOf(pid)).length).toBeGreaterThan(5_000_000);
  const { body } = await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada)).expect(200);
  expect(body).toMatchObject({ verified: true, phi_c: 1 });
}, 60_000);
