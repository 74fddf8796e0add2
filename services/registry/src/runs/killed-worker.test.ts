import type { Response } from 'supertest';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, longCircuit } from '../testing/sources.fixture.js';
import { KINDS, latestOf, type TestedKind } from './kinds.fixture.js';

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

/** What became of a run: the result, or the problem's code. Where the wait was too short for this machine it is asked for again. */
async function outcomeOf({ status, body, headers }: Response, account: TestAccount): Promise<unknown> {
  if (status !== 202) return status === 200 ? body : body.code;
  const read = async () =>
    (
      await registry.api
        .get(headers['location'] ?? '')
        .set(bearer(account))
        .expect(200)
    ).body;
  await eventually('the run has ended', async () => ['done', 'failed'].includes((await read()).status));
  const { result, failure } = await read();
  return result ?? failure;
}

/** Asks for a run that takes long enough to be interrupted. */
async function askForLong(tested: TestedKind, operations: number) {
  const ada = await registry.register();
  const pid = await tested.prepare(registry, ada, longCircuit(operations));
  const answer = tested.ask(registry, ada, pid).then((response) => response);
  const outcome = async () => outcomeOf(await answer, ada);
  const row = async () => latestOf(registry, tested, pid);
  return { ada, pid, outcome, row, running: async () => (await row())?.status === 'running' };
}

describe.each(KINDS)('a $kind', (tested) => {
  it('is completed once and counted once when its worker is killed in the middle', async () => {
    const first = await startWorkerProcess();
    const { ada, pid, outcome, row, running } = await askForLong(tested, 4_000);
    await eventually('the run has begun', running);
    first.child.kill('SIGKILL');
    expect(await row()).toMatchObject({ status: 'running', attempt: 1 });
    await startWorkerProcess();
    expect(await outcome()).toMatchObject({ pid, ...tested.good });
    expect(await row()).toMatchObject({ status: 'done', attempt: 2 });
    expect(await tested.used(registry, ada)).toBe(1);
  }, 120_000);

  it('is given up, and the count given back, when a second worker dies as well', async () => {
    const { ada, outcome, row } = await askForLong(tested, 4_000);
    for (const attempt of [1, 2]) {
      const { child } = await startWorkerProcess();
      await eventually(`attempt ${attempt} has begun`, async () => {
        const found = await row();
        return found?.status === 'running' && found.attempt === attempt;
      });
      child.kill('SIGKILL');
    }
    await startWorkerProcess();
    expect(await outcome()).toBe(`${tested.kind}-failed`);
    expect(await tested.used(registry, ada)).toBe(0);
  }, 120_000);

  it('is finished on SIGTERM where it was begun, and the worker leaves with 0', async () => {
    const { child } = await startWorkerProcess();
    const { outcome, row, running } = await askForLong(tested, 2_000);
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    await eventually('the run has begun', running);
    child.kill('SIGTERM');
    expect(await outcome()).toMatchObject(tested.good);
    expect(await ended).toBe(0);
    expect(await row()).toMatchObject({ attempt: 1 });
  }, 120_000);

  it('is given back on SIGTERM where it takes longer than the grace: another worker does it, as the same attempt', async () => {
    const { child } = await startService('worker', { ...registry.environment, SHUTDOWN_GRACE_MILLISECONDS: '0' });
    const { outcome, row, running } = await askForLong(tested, 4_000);
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    await eventually('the run has begun', running);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await row()).toMatchObject({ status: 'queued', attempt: 1 });
    await startWorkerProcess();
    expect(await outcome()).toMatchObject(tested.good);
    expect(await row()).toMatchObject({ status: 'done', attempt: 1 });
  }, 120_000);
});

it('leaves with 0 on SIGTERM also after it has started a solver', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, BY_ASSURANCE.solver);
  const { child } = await startWorkerProcess();
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 120_000);
