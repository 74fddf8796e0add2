import { startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { alter, KINDS, rowOf } from './kinds.fixture.js';
import type { NextAttempt } from './repository.js';
import { sweep } from './worker.js';

/** Longer than any run of a test waits. */
const HOUR = 3_600_000;

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0' });
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

/** Sweeps, and returns the follow-ups of the runs. */
async function swept(runs: Parameters<typeof sweep>[0]['runs'], graceMilliseconds: number): Promise<readonly NextAttempt[]> {
  const followed: NextAttempt[] = [];
  await sweep({ runs, runner: { follow: async (next) => void followed.push(next) } }, graceMilliseconds);
  return followed;
}

describe.each(KINDS)('a sweep of the rows of a $kind', (tested) => {
  async function requested(number: number) {
    const pid = await tested.prepare(registry, ada, closedCircuit(number));
    const { body } = await tested.ask(registry, ada, pid);
    const id = String(body[tested.member]);
    return { id, runs: tested.rows(registry.database, ada, { id, pid }) };
  }

  const runOut = async (id: string) => alter(registry, tested, id, { leaseUntil: new Date(Date.now() - 1_000) });

  it('goes on with the next attempt where a lease ran out, and gives up after the second', async () => {
    const { id, runs } = await requested(1);
    await runs.claim({ run_id: id, attempt: 1 });
    expect(await swept(runs, HOUR)).toEqual([]);
    await runOut(id);
    expect(await swept(runs, HOUR)).toEqual([{ kind: 'again', job: { run_id: id, attempt: 2 } }]);
    expect(await rowOf(registry, tested, id)).toMatchObject({ status: 'queued', attempt: 2 });
    await runs.claim({ run_id: id, attempt: 2 });
    await runOut(id);
    expect(await swept(runs, HOUR)).toEqual([{ kind: 'failed', runId: id }]);
    expect(await rowOf(registry, tested, id)).toMatchObject({ status: 'failed', failure: `${tested.kind}-failed` });
    expect(await tested.used(registry, ada)).toBe(0);
  });

  it('gives what has waited too long to the queue again, as the same attempt', async () => {
    const { id, runs } = await requested(2);
    expect(await swept(runs, HOUR)).toEqual([]);
    await alter(registry, tested, id, { createdAt: new Date(Date.now() - 2 * HOUR) });
    expect(await swept(runs, HOUR)).toEqual([{ kind: 'again', job: { run_id: id, attempt: 1 } }]);
    expect(await rowOf(registry, tested, id)).toMatchObject({ status: 'queued', attempt: 1 });
  });
});
