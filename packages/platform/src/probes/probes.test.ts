import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../environment/clock.js';
import { LEAVING, type Readiness } from '../health/readiness.js';
import type { ProberData } from './prober.fixture.js';
import { openProbes, type Probes, type ProbesOptions } from './probes.js';

const HANGS_MILLISECONDS = 30_000;
const NEVER = 3_600_000;
const log = { info: () => undefined, error: () => undefined };

let state: Readiness;
const opened: Probes[] = [];
beforeEach(() => {
  state = { kind: 'ready' };
});
afterEach(async () => {
  for (const probes of opened.splice(0)) await probes.close();
});

async function open(options: Partial<ProbesOptions> = {}): Promise<Probes> {
  const probes = await openProbes({ host: '127.0.0.1', port: 0, ready: async () => state, clock: systemClock, log, ...options });
  opened.push(probes);
  return probes;
}

/** Blocks this thread until another one has had the answers. */
function blockUntilAnswered(asked: Omit<ProberData, 'done'>): void {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ProberData = { ...asked, done };
  const prober = new Worker(require.resolve('./prober.fixture.js'), { workerData });
  const ended = Atomics.wait(done, 0, 0, HANGS_MILLISECONDS);
  void prober.terminate();
  if (ended === 'timed-out') throw new Error('the probes were not answered while the event loop was blocked');
}

it.each(['/livez', '/readyz'])('%s is answered while the event loop is blocked', async (path) => {
  const { port } = await open({ stallMilliseconds: NEVER });
  blockUntilAnswered({ port, path, status: 200, answers: 20 });
});

it.each(['/livez', '/readyz'])('%s is 503 once the event loop has been blocked for too long, and 200 when it turns again', async (path) => {
  const { port } = await open({ stallMilliseconds: 200, beatMilliseconds: 5 });
  blockUntilAnswered({ port, path, status: 503, answers: 1 });
  let status = 503;
  while (status !== 200) ({ status } = await fetch(`http://127.0.0.1:${port}${path}`));
});

it('says at once that the process drains, and still that it is alive', async () => {
  const probes = await open();
  const { port } = probes;
  state = LEAVING;
  await probes.refresh();
  const answer = await fetch(`http://127.0.0.1:${port}/readyz?verbose`);
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'draining', reason: LEAVING.reason }]);
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
});

it('a process that does not know is not ready', async () => {
  const { port } = await open({ ready: async () => Promise.reject(new Error('Postgres is out')) });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
});

it('a port that is taken is refused', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(open({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
});
