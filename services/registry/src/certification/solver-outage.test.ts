import { setFlagsFromString } from 'node:v8';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, conformanceCase } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeEach(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
  ada = await registry.register();
});
afterEach(async () => {
  allowWebAssemblyPages(65_536);
  await registry.close();
});

/** With 16 of them, 1 MiB, z3 does not start. */
function allowWebAssemblyPages(pages: number): void {
  setFlagsFromString(`--wasm-max-mem-pages=${pages}`);
}

const verify = async (pid: string) => registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada));

const used = async () => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  return { certifications: body.certifications.used, verifications: body.verifications.used };
};

it('a solver that does not start makes no verdict: 503, given back, and certified once it starts', async () => {
  allowWebAssemblyPages(16);
  const pid = await registry.publish(ada, conformanceCase('binary_search'));
  expect((await registry.certify(ada, pid)).body).toMatchObject({ status: 503, code: 'certification-failed' });
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toMatchObject({ certified: false, phi_c: null });
  expect(await used()).toEqual({ certifications: 0, verifications: 0 });
  allowWebAssemblyPages(65_536);
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
});

it('a proof that rests on a solver is neither verified nor refused without one; others need none', async () => {
  const pids = [await registry.publish(ada, conformanceCase('binary_search')), await registry.publish(ada, closedCircuit())];
  for (const pid of pids) expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  allowWebAssemblyPages(16);
  const [resting = '', other = ''] = pids;
  expect((await verify(resting)).body).toMatchObject({ status: 503, code: 'unavailable' });
  expect(await used()).toMatchObject({ verifications: 0 });
  expect((await verify(other)).body.verified).toBe(true);
  allowWebAssemblyPages(65_536);
  expect((await verify(resting)).body.verified).toBe(true);
});
