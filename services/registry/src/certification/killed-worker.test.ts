import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, longCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
const processes: ServiceProcess[] = [];
beforeEach(async () => {
  registry = await startTestRegistry();
});
afterEach(async () => {
  const running = processes.splice(0).filter(({ child }) => child.exitCode === null && child.signalCode === null);
  await Promise.all(running.map(async (each) => each.stop()));
  await registry.close();
});

async function startWorkerProcess(): Promise<ServiceProcess> {
  const started = await startService('worker', registry.environment);
  processes.push(started);
  return started;
}

const row = async (pid: string) => registry.database.certification.findFirst({ where: { circuitId: pid } });

it('completes a certification once and counts it once when its worker is killed in the middle', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, longCircuit(4_000));
  const first = await startWorkerProcess();
  const answer = registry.certify(ada, pid);
  const answered = answer.then((response) => response);
  await eventually('the run has begun', async () => (await row(pid))?.status === 'running');
  first.child.kill('SIGKILL');
  expect(await row(pid)).toMatchObject({ status: 'running', attempt: 1 });
  await startWorkerProcess();
  const { status, body } = await answered;
  expect(status).toBe(200);
  expect(body).toMatchObject({ pid, certified: true, phi_c: 1 });
  expect(await registry.database.certification.findMany({ where: { circuitId: pid } })).toMatchObject([{ status: 'done', attempt: 2 }]);
  const usage = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  expect(usage.body.certifications.used).toBe(1);
}, 60_000);

it('answers 503 and gives the quota back when a second worker dies as well', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, longCircuit(4_000));
  const answer = registry.certify(ada, pid);
  const answered = answer.then((response) => response);
  for (const attempt of [1, 2]) {
    const { child } = await startWorkerProcess();
    await eventually(`attempt ${attempt} has begun`, async () => {
      const found = await row(pid);
      return found?.status === 'running' && found.attempt === attempt;
    });
    child.kill('SIGKILL');
  }
  await startWorkerProcess();
  const { status, body } = await answered;
  expect(status).toBe(503);
  expect(body.code).toBe('certification-failed');
  const usage = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  expect(usage.body.certifications.used).toBe(0);
}, 60_000);

it('finishes what it has begun on SIGTERM, and leaves with 0', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, longCircuit(800));
  const { child } = await startWorkerProcess();
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const answer = registry.certify(ada, pid);
  const answered = answer.then((response) => response);
  await eventually('the run has begun', async () => (await row(pid))?.status === 'running');
  child.kill('SIGTERM');
  expect((await answered).body).toMatchObject({ certified: true });
  expect(await ended).toBe(0);
  expect(await row(pid)).toMatchObject({ attempt: 1 });
}, 60_000);

it('leaves with 0 on SIGTERM also after it has started a solver', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, BY_ASSURANCE.solver);
  const { child } = await startWorkerProcess();
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);

it('gives back on SIGTERM what takes longer than the grace: another worker does it, as the same attempt', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, longCircuit(4_000));
  const { child } = await startService('worker', { ...registry.environment, SHUTDOWN_GRACE_MILLISECONDS: '0' });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const answer = registry.certify(ada, pid);
  const answered = answer.then((response) => response);
  await eventually('the run has begun', async () => (await row(pid))?.status === 'running');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await row(pid)).toMatchObject({ status: 'queued', attempt: 1 });
  await startWorkerProcess();
  expect((await answered).body).toMatchObject({ certified: true });
  expect(await row(pid)).toMatchObject({ status: 'done', attempt: 1 });
}, 60_000);
