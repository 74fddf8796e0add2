import { getPriority } from 'node:os';
import { type MetricsRegistry, OWN_SHARE, openMetrics, type TimeMeter } from '@kirchhoff/platform';
import { SolverOutage } from '@kirchhoff/solver';
import { SolverCounts } from './solver-counts.js';
import type * as tasks from './tasks.fixture.js';
import { ThreadPool } from './thread-pool.js';
import { counted } from './thread-solver.js';

/** The lowest priority on Linux. */
const LOWEST = 19;

type Tasks = typeof tasks;

const pools: ThreadPool<Tasks>[] = [];

function open(
  options: {
    threads?: number;
    queueLimit?: number;
    guardMilliseconds?: number;
    memoryMegabytes?: number;
    metrics?: MetricsRegistry | undefined;
  } = {},
): ThreadPool<Tasks> {
  const pool = new ThreadPool<Tasks>({ module: require.resolve('./tasks.fixture.js'), threads: 1, queueLimit: 4, ...options });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map(async (pool) => pool.close()));
});

/** A flag for `hold`, and how to let it go. */
function flag(): { readonly held: Int32Array<SharedArrayBuffer>; readonly release: () => void } {
  const held = new Int32Array(new SharedArrayBuffer(4));
  return {
    held,
    release: () => {
      Atomics.store(held, 0, 1);
      Atomics.notify(held, 0);
    },
  };
}

it('runs a task of the module', async () => {
  expect(await open().run('double', 21, { share: OWN_SHARE })).toEqual({ kind: 'done', value: 42 });
});

it('moves bytes both ways', async () => {
  const pool = open();
  const bytes = new Uint8Array([1, 2, 3]);
  expect(await pool.run('sum', bytes, { share: OWN_SHARE, transfer: [bytes.buffer] })).toEqual({ kind: 'done', value: 6 });
  expect(bytes).toHaveLength(0);
  expect(await pool.run('make', 3, { share: OWN_SHARE })).toEqual({ kind: 'done', value: new Uint8Array([7, 7, 7]) });
});

it("passes on the task's own exception, and goes on", async () => {
  const pool = open();
  await expect(pool.run('fail', 'our bug', { share: OWN_SHARE })).rejects.toThrow('our bug');
  expect(await pool.run('double', 1, { share: OWN_SHARE })).toEqual({ kind: 'done', value: 2 });
});

it('is busy when as many wait as may, and says so at once', async () => {
  const pool = open({ queueLimit: 1 });
  const { held, release } = flag();
  const running = pool.run('hold', held, { share: OWN_SHARE });
  const waiting = pool.run('double', 1, { share: OWN_SHARE });
  expect(await pool.run('double', 2, { share: OWN_SHARE })).toEqual({ kind: 'busy' });
  expect(pool.load).toEqual({ running: 1, waiting: 1 });
  release();
  expect(await Promise.all([running, waiting])).toEqual([
    { kind: 'done', value: 'released' },
    { kind: 'done', value: 2 },
  ]);
  expect(pool.load).toEqual({ running: 0, waiting: 0 });
});

it('asks who pays before it begins a task that has waited, and tells what was spent before the next one begins', async () => {
  const pool = open();
  const { held, release } = flag();
  const told: string[] = [];
  const meterOf = (name: string, mayBegin: boolean): TimeMeter => ({
    spent: () => told.push(`${name} has spent`),
    mayBegin: async () => {
      told.push(`may ${name} begin`);
      return mayBegin;
    },
  });
  const running = pool.run('hold', held, { share: OWN_SHARE, meter: meterOf('one', false) });
  const refused = pool.run('double', 1, { share: OWN_SHARE, meter: meterOf('two', false) });
  const last = pool.run('double', 2, { share: OWN_SHARE, meter: meterOf('three', true) });
  release();
  expect(await Promise.all([running, refused, last])).toMatchObject([{ kind: 'done' }, { kind: 'busy' }, { kind: 'done', value: 4 }]);
  expect(told).toEqual(['one has spent', 'may two begin', 'may three begin', 'three has spent']);
  expect(pool.load).toEqual({ running: 0, waiting: 0 });
});

it('makes the input of a task when it has its place, and that of a busy one never', async () => {
  const pool = open({ queueLimit: 1 });
  const { held, release } = flag();
  const made: number[] = [];
  const double = async (number: number) =>
    pool.runMade(
      'double',
      async () => {
        made.push(number);
        return number;
      },
      { share: OWN_SHARE },
    );
  const running = pool.run('hold', held, { share: OWN_SHARE });
  const waiting = double(1);
  expect(await double(2)).toEqual({ kind: 'busy' });
  expect(made).toEqual([]);
  release();
  expect([await waiting, (await running).kind]).toEqual([{ kind: 'done', value: 2 }, 'done']);
  expect(made).toEqual([1]);
});

it('lets the event loop go before its threads, where each has a priority of its own', async () => {
  const lower = process.platform === 'linux' ? 5 : 0;
  expect(await open().run('priority', undefined, { share: OWN_SHARE })).toEqual({
    kind: 'done',
    value: Math.min(getPriority() + lower, LOWEST),
  });
});

it('ends and replaces a thread that hits the guard', async () => {
  const pool = open({ guardMilliseconds: 2_000 });
  expect(await pool.run('spin', undefined, { share: OWN_SHARE })).toEqual({ kind: 'guard' });
  const after = await pool.run('double', 4, { share: OWN_SHARE });
  expect(after).toEqual({ kind: 'done', value: 8 });
});

it('counts the guard from when a task begins, not from when it was asked for', async () => {
  const pool = open({ guardMilliseconds: 2_000 });
  const outcomes = await Promise.all([pool.run('spin', undefined, { share: OWN_SHARE }), pool.run('double', 5, { share: OWN_SHARE })]);
  expect(outcomes).toEqual([{ kind: 'guard' }, { kind: 'done', value: 10 }]);
});

it('outlives a thread that runs out of memory', async () => {
  const pool = open({ memoryMegabytes: 32 });
  expect(await pool.run('devour', undefined, { share: OWN_SHARE })).toEqual({ kind: 'crashed', reason: 'out of memory' });
  expect(await pool.run('double', 6, { share: OWN_SHARE })).toEqual({ kind: 'done', value: 12 });
});

it('outlives a thread that leaves', async () => {
  const pool = open();
  expect((await pool.run('leave', 3, { share: OWN_SHARE })).kind).toBe('crashed');
  expect(await pool.run('double', 7, { share: OWN_SHARE })).toEqual({ kind: 'done', value: 14 });
});

describe('a caller that goes', () => {
  it('leaves the line', async () => {
    const pool = open();
    const { held, release } = flag();
    const running = pool.run('hold', held, { share: OWN_SHARE });
    const caller = new AbortController();
    const waiting = pool.run('double', 1, { share: OWN_SHARE, signal: caller.signal });
    caller.abort();
    expect(await waiting).toEqual({ kind: 'gone' });
    release();
    await running;
  });
  it('ends its running task', async () => {
    const pool = open();
    const caller = new AbortController();
    const running = pool.run('spin', undefined, { share: OWN_SHARE, signal: caller.signal });
    await pool.run('double', 1, { share: OWN_SHARE, signal: AbortSignal.timeout(100) });
    caller.abort();
    expect(await running).toEqual({ kind: 'gone' });
    expect(await pool.run('double', 2, { share: OWN_SHARE })).toEqual({ kind: 'done', value: 4 });
  });
});

it('ends what runs when the time for work is over, and whatever begins later', async () => {
  const pool = open();
  const running = pool.run('hold', flag().held, { share: OWN_SHARE });
  await new Promise((resolve) => setImmediate(resolve));
  pool.giveUp();
  expect(await running).toEqual({ kind: 'gone' });
  expect(await pool.run('double', 1, { share: OWN_SHARE })).toEqual({ kind: 'gone' });
});

/** Returns the value of a sample; `undefined` if it is not shown. */
async function valueOf(metrics: MetricsRegistry | undefined, sample: string): Promise<number | undefined> {
  const line = ((await metrics?.text()) ?? '').split('\n').find((each) => each.startsWith(`kirchhoff_${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('its metrics', () => {
  const build = { service: 'worker', version: '1', engine: '2' } as const;

  it('count tasks by their end', async () => {
    const metrics = await openMetrics({ METRICS_PORT: 0 }, build);
    const pool = open({ metrics });
    await pool.run('double', 1, { share: OWN_SHARE });
    await pool.run('fail', 'our bug', { share: OWN_SHARE }).catch(() => undefined);
    await open({ metrics, guardMilliseconds: 100 }).run('spin', undefined, { share: OWN_SHARE });
    await pool.run('leave', 1, { share: OWN_SHARE });
    await pool.run('spin', undefined, { share: OWN_SHARE, signal: AbortSignal.abort() });
    const ended = { double: 'done', fail: 'threw', spin: 'guard', leave: 'crashed' };
    for (const [task, outcome] of Object.entries(ended))
      expect([task, await valueOf(metrics, `engine_task_seconds_count{task="${task}",outcome="${outcome}"}`)]).toEqual([task, 1]);
    expect(await valueOf(metrics, 'engine_task_wait_seconds_count{pool="programs"}')).toBe(4);
  });

  it('show the busy thread, the waiting task, and the one that was refused', async () => {
    const metrics = await openMetrics({ METRICS_PORT: 0 }, build);
    const pool = open({ metrics, queueLimit: 1 });
    const { held, release } = flag();
    const running = pool.run('hold', held, { share: OWN_SHARE });
    const waiting = pool.run('double', 1, { share: OWN_SHARE });
    await pool.run('double', 2, { share: OWN_SHARE });
    const expected = { engine_threads: 1, engine_threads_busy: 1, engine_tasks_waiting: 1, engine_tasks_refused_total: 1 };
    for (const [name, value] of Object.entries(expected))
      expect([name, await valueOf(metrics, `${name}{pool="programs"}`)]).toEqual([name, value]);
    release();
    await Promise.all([running, waiting]);
  });

  it('count the answers of a solver, also those of another thread, and its outages', async () => {
    const counts = new SolverCounts();
    const answers = [{ verdict: 'unsat', steps: 1 } as const, new SolverOutage('out'), new Error('a query that it does not read')];
    const solve = async () => {
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
      return Promise.resolve(answer);
    };
    const solver = counted({ name: 'z3', version: '1', solve }, counts);
    expect(await solver.solve('', 1)).toEqual({ verdict: 'unsat', steps: 1 });
    await expect(solver.solve('', 1)).rejects.toThrow('out');
    await expect(solver.solve('', 1)).rejects.toThrow('a query that it does not read');
    const elsewhere = new SolverCounts(counts.memory);
    expect([elsewhere.of('unsat'), elsewhere.of('sat'), elsewhere.of('out')]).toEqual([1, 0, 1]);
  });
});
