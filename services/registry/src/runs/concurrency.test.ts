import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { longCircuit } from '../testing/sources.fixture.js';

const RUNS = 4;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ RUN_WAIT_MILLISECONDS: '0', FREE_CERTIFICATIONS_PER_DAY: '100' });
});
afterAll(async () => registry.close());

/** Requests a certification for each of some accounts, and returns their ids. */
async function askAll(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let each = 0; each < RUNS; each += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const account = await registry.register();
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { body } = await registry.certify(account, await registry.publish(account, longCircuit(250 + each)));
    ids.push(String(body.certification_id));
  }
  return ids;
}

it('RUN_CONCURRENCY bounds the runs of a kind that a worker executes at a time', async () => {
  const ids = await askAll();
  await registry.startWorker({ ENGINE_THREADS: '3', RUN_CONCURRENCY: '1' });
  let [done, most] = [0, 0];
  while (done < RUNS) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const rows = await registry.database.certification.findMany({ where: { id: { in: [...ids] } }, select: { status: true } });
    done = rows.filter(({ status }) => status === 'done').length;
    most = Math.max(most, rows.filter(({ status }) => status === 'running').length);
  }
  expect(most).toBe(1);
});
