import type { Response } from 'supertest';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, longCircuit } from '../testing/sources.fixture.js';
import { KINDS, latestOf, type TestedKind } from './kinds.fixture.js';

/** A thread for each kind: their runs are interrupted together. */
const THREADS = { ENGINE_THREADS: String(KINDS.length) };

let registry: TestRegistry;
const processes: ServiceProcess[] = [];
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterEach(async () => {
  const running = processes.splice(0).filter(({ child }) => child.exitCode === null && child.signalCode === null);
  await Promise.all(running.map(async (each) => each.stop()));
});
afterAll(async () => registry.close());

async function startWorkerProcess(more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const started = await startService('worker', { ...registry.environment, ...THREADS, ...more });
  processes.push(started);
  return started;
}

/** Returns the result of a run, or the problem's code. If the wait expires on a slow machine, it reads the run again. */
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

/** A run that is slow enough to be interrupted. */
interface LongRun {
  readonly tested: TestedKind;
  readonly ada: TestAccount;
  readonly pid: string;
  readonly outcome: () => Promise<unknown>;
  readonly row: () => ReturnType<typeof latestOf>;
}

/** Operations of a slow run. */
const LONG = 6_000;
let circuits = 0;

/** Publishes an unproven long circuit for every kind of run, and then requests all runs. */
async function askForLongRuns(): Promise<readonly LongRun[]> {
  const prepared = [];
  for (const tested of KINDS) {
    const ada = await registry.register();
    circuits += 1;
    prepared.push({ tested, ada, pid: await tested.prepare(registry, ada, longCircuit(LONG + circuits)) });
  }
  return prepared.map(({ tested, ada, pid }) => {
    const answer = tested.ask(registry, ada, pid).then((response) => response);
    return { tested, ada, pid, outcome: async () => outcomeOf(await answer, ada), row: async () => latestOf(registry, tested, pid) };
  });
}

/** Waits until each run has begun this attempt. */
async function begun(runs: readonly LongRun[], attempt = 1): Promise<void> {
  await eventually(`attempt ${attempt} of each has begun`, async () => {
    const rows = await Promise.all(runs.map(async ({ row }) => row()));
    return rows.every((row) => row?.status === 'running' && row.attempt === attempt);
  });
}

async function exitCode({ child }: ServiceProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

describe('a run of each kind', () => {
  it('is completed once and counted once when its worker is killed in the middle', async () => {
    const first = await startWorkerProcess();
    const runs = await askForLongRuns();
    await begun(runs);
    first.child.kill('SIGKILL');
    for (const { row } of runs) expect(await row()).toMatchObject({ status: 'running', attempt: 1 });
    await startWorkerProcess();
    for (const { tested, ada, pid, outcome, row } of runs) {
      expect(await outcome()).toMatchObject({ pid, ...tested.good });
      expect(await row()).toMatchObject({ status: 'done', attempt: 2 });
      expect(await tested.used(registry, ada)).toBe(1);
    }
  }, 120_000);

  it('is given up, and the count given back, when a second worker dies as well', async () => {
    const runs = await askForLongRuns();
    for (const attempt of [1, 2]) {
      const { child } = await startWorkerProcess();
      await begun(runs, attempt);
      child.kill('SIGKILL');
    }
    await startWorkerProcess();
    for (const { tested, ada, outcome } of runs) {
      expect(await outcome()).toBe(`${tested.kind}-failed`);
      expect(await tested.used(registry, ada)).toBe(0);
    }
  }, 120_000);

  it('is finished on SIGTERM where it was begun, and the worker leaves with 0', async () => {
    const worker = await startWorkerProcess();
    const ended = exitCode(worker);
    const runs = await askForLongRuns();
    await begun(runs);
    worker.child.kill('SIGTERM');
    for (const { tested, outcome } of runs) expect(await outcome()).toMatchObject(tested.good);
    expect(await ended).toBe(0);
    for (const { row } of runs) expect(await row()).toMatchObject({ attempt: 1 });
  }, 120_000);

  it('is given back on SIGTERM where it takes longer than the grace: another worker does it, as the same attempt', async () => {
    const worker = await startWorkerProcess({ SHUTDOWN_GRACE_MILLISECONDS: '0' });
    const ended = exitCode(worker);
    const runs = await askForLongRuns();
    await begun(runs);
    worker.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    for (const { row } of runs) expect(await row()).toMatchObject({ status: 'queued', attempt: 1 });
    await startWorkerProcess();
    for (const { tested, outcome, row } of runs) {
      expect(await outcome()).toMatchObject(tested.good);
      expect(await row()).toMatchObject({ status: 'done', attempt: 1 });
    }
  }, 120_000);
});

it('leaves with 0 on SIGTERM also after it has started a solver', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, BY_ASSURANCE.solver);
  const worker = await startWorkerProcess();
  const ended = exitCode(worker);
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true });
  worker.child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 120_000);
