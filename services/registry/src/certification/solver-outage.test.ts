import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, closedCircuit } from '../testing/sources.fixture.js';

/** With 16 MiB of WebAssembly memory z3 does not start; nothing else needs as much. */
const WITHOUT_SOLVER = ['--wasm-max-mem-pages=256'];

let registry: TestRegistry;
let ada: TestAccount;
const processes: ServiceProcess[] = [];
beforeEach(async () => {
  registry = await startTestRegistry();
  ada = await registry.register();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(async (each) => each.stop()));
  await registry.close();
});

async function start(program: 'registry' | 'worker', nodeArguments: readonly string[]): Promise<ServiceProcess> {
  const started = await startService(program, registry.environment, nodeArguments);
  processes.push(started);
  return started;
}

const used = async () => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  return { certifications: body.certifications.used, verifications: body.verifications.used };
};

it('a solver that does not start makes no verdict: 503, given back, and certified once it starts', async () => {
  const worker = await start('worker', WITHOUT_SOLVER);
  const pid = await registry.publish(ada, BY_ASSURANCE.solver);
  expect((await registry.certify(ada, pid)).body).toMatchObject({ status: 503, code: 'certification-failed' });
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toMatchObject({ certified: false, phi_c: null });
  expect(await used()).toEqual({ certifications: 0, verifications: 0 });
  processes.splice(0);
  await worker.stop();
  await registry.startWorker();
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
}, 60_000);

it('a proof that rests on a solver is neither verified nor refused without one; others need none', async () => {
  await registry.startWorker();
  const pids = [await registry.publish(ada, BY_ASSURANCE.solver), await registry.publish(ada, closedCircuit())];
  for (const pid of pids) expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  const [resting = '', other = ''] = pids;
  const { address } = await start('registry', WITHOUT_SOLVER);
  const verify = async (pid: string): Promise<unknown> => {
    const url = `${address}/v1/circuits/${pid}/verify`;
    return (await fetch(url, { method: 'POST', headers: bearer(ada) })).json();
  };
  expect(await verify(resting)).toMatchObject({ status: 503, code: 'unavailable' });
  expect(await used()).toMatchObject({ verifications: 0 });
  expect(await verify(other)).toMatchObject({ verified: true });
  expect((await registry.api.post(`/v1/circuits/${resting}/verify`).set(bearer(ada))).body.verified).toBe(true);
}, 60_000);
