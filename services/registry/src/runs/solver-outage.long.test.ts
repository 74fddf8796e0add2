import { createLogger, shutDown } from '@kirchhoff/platform';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, closedCircuit } from '../testing/sources.fixture.js';

/** With 16 MiB of WebAssembly memory z3 does not start; no other module needs as much. */
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

async function startWorkerWithoutSolver(): Promise<ServiceProcess> {
  const started = await startService('worker', registry.environment, WITHOUT_SOLVER);
  processes.push(started);
  return started;
}

const used = async () => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  return { certifications: body.certifications.used, verifications: body.verifications.used };
};

it('a solver that does not start makes no verdict: 503, given back, and certified once it starts', async () => {
  const worker = await startWorkerWithoutSolver();
  const pid = await registry.publish(ada, BY_ASSURANCE.solver);
  expect((await registry.certify(ada, pid)).body).toMatchObject({ status: 503, code: 'certification-failed' });
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toMatchObject({ certified: false, phi_c: null });
  expect(await used()).toEqual({ certifications: 0, verifications: 0 });
  processes.splice(0);
  await worker.stop();
  await registry.startWorker();
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
}, 180_000);

it('a proof that rests on a solver is neither verified nor refused without one; others need none', async () => {
  const whole = await registry.startWorker();
  const pids = [await registry.publish(ada, BY_ASSURANCE.solver), await registry.publish(ada, closedCircuit())];
  for (const pid of pids) expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  const [resting = '', other = ''] = pids;
  await shutDown(whole.closing, createLogger('test', 'silent'));
  await startWorkerWithoutSolver();
  const verify = async (pid: string) => registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada));
  expect((await verify(resting)).body).toMatchObject({ status: 503, code: 'verification-failed' });
  expect(await used()).toMatchObject({ verifications: 0 });
  expect((await verify(other)).body).toMatchObject({ verified: true });
  await Promise.all(processes.splice(0).map(async (each) => each.stop()));
  await registry.startWorker();
  expect((await verify(resting)).body).toMatchObject({ verified: true, assurance: 'solver' });
}, 180_000);
