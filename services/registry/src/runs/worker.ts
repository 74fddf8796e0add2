import { setTimeout as wait } from 'node:timers/promises';
import {
  type Database,
  type Metrics,
  openQueue,
  openWorker,
  periodicTask,
  type RedisConnections,
  type ShutdownStep,
  systemClock,
  type Tracing,
} from '@kirchhoff/platform';
import { RegistryEngine } from '../engine/engine.js';
import type { Outbox } from '../events/outbox.js';
import type { WorkerSettings } from '../settings.js';
import { RUN_QUEUES, type RunAttempt, type RunJob } from './job.js';
import { type NextAttempt, type RunEnd, RunRepository, type RunTable } from './repository.js';
import { meterBacklog, meterRuns } from './run-metrics.js';
import { Runner, type RunnerLog, type RunWork } from './runner.js';

/** The runs of one kind, and their runner. */
export interface Swept {
  readonly runs: {
    endOverdue(most: number): Promise<readonly NextAttempt[]>;
    waiting(milliseconds: number, most: number): Promise<readonly RunAttempt[]>;
  };
  readonly runner: { follow(next: NextAttempt): Promise<void> };
}

/** Maximum rows of a sweep; the rest follows with the next one. */
const MAX_ROWS = 500;

/**
 * Finds runs without a worker: a worker was killed, Redis lost its jobs, or an enqueue failed after its commit. An expired lease
 * costs the run an attempt; a lost job does not, since no work began. Adding a job twice adds it once, so that waiting rows are
 * simply enqueued again.
 */
export async function sweep({ runs, runner }: Swept, graceMilliseconds: number): Promise<void> {
  const overdue = await runs.endOverdue(MAX_ROWS);
  const waiting = await runs.waiting(graceMilliseconds, MAX_ROWS);
  const again = waiting.map((job) => ({ kind: 'again', job }) as const);
  await Promise.all([...overdue, ...again].map(async (next) => runner.follow(next)));
}

/** Closing the queue waits for Redis, which may be out. By then no work depends on it. */
const CLOSE_MILLISECONDS = 1_000;

export interface RunWorkerDeps {
  readonly database: Database;
  readonly redis: RedisConnections;
  readonly outbox: Outbox;
  readonly settings: WorkerSettings;
  readonly log: RunnerLog;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
}

/** A kind of run: its table, and its work in the engine. */
export interface RunDefinition<Subject extends object, End extends RunEnd> {
  readonly table: RunTable<Subject, End>;
  readonly work: (engine: RegistryEngine) => RunWork<Subject, End>;
}

/** Takes the jobs of one kind. */
interface Lane {
  sweep(): Promise<void>;
  /** Stops taking jobs and waits for the runs; those that take too long are returned to the queue. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the lane of a kind, without its type parameters. */
export type OpenLane = (deps: RunWorkerDeps, engine: RegistryEngine) => Lane;

/** Creates the lane of a kind of run: its own queue, and `RUN_CONCURRENCY` concurrent jobs. */
export function lane<Subject extends object, End extends RunEnd>({ table, work }: RunDefinition<Subject, End>): OpenLane {
  return ({ database, redis, outbox, settings, log, metrics, tracing }, engine) => {
    const name = RUN_QUEUES[table.kind];
    const queue = openQueue<RunJob>(name, redis.sender);
    const runs = new RunRepository(database, table);
    const { messages } = redis;
    const leaseMilliseconds = settings.RUN_LEASE_MILLISECONDS;
    const places = placesOf(settings);
    const meter = meterRuns(metrics, table.kind);
    meterBacklog(metrics, runs, log);
    const observed = { log, meter, tracing, clock: systemClock };
    const runner = new Runner({ runs, work: work(engine), queue, messages, outbox, leaseMilliseconds, places, ...observed });
    const worker = openWorker<RunJob>(name, redis.openBlocking(), async ({ data }) => runner.run(data), {
      concurrency: places,
      lockDuration: leaseMilliseconds,
      stalledInterval: leaseMilliseconds / 2,
    });
    return {
      sweep: async () => sweep({ runs, runner }, settings.SWEEP_INTERVAL_MILLISECONDS),
      end: async () => {
        runner.takeNoMore();
        const closed = worker.close();
        await Promise.race([runner.settled(), wait(settings.SHUTDOWN_GRACE_MILLISECONDS, undefined, { ref: false })]);
        runner.abandon();
        await runner.settled();
        await Promise.race([closed, wait(CLOSE_MILLISECONDS, undefined, { ref: false })]);
      },
      close: async () => queue.close(),
    };
  };
}

/** Returns the number of concurrent runs of each kind. */
function placesOf({ RUN_CONCURRENCY, ENGINE_THREADS }: WorkerSettings): number {
  return RUN_CONCURRENCY ?? ENGINE_THREADS;
}

/**
 * Starts to take runs and to sweep. Postgres and Redis may still be down. The lanes share the threads of one engine, whose queue
 * has room for all their jobs.
 *
 * @returns the shutdown steps, in order: take no new job, end the runs or return them, close everything
 */
export async function openRunWorker(deps: RunWorkerDeps, open: readonly OpenLane[]): Promise<readonly ShutdownStep[]> {
  const { settings, log, metrics } = deps;
  const threads = settings.ENGINE_THREADS;
  const queueLimit = placesOf(settings) * open.length;
  const guardMilliseconds = settings.ENGINE_GUARD_MILLISECONDS;
  const engine = new RegistryEngine({ threads, queueLimit, queueLimitOfAccount: queueLimit, guardMilliseconds, log, metrics });
  await engine.warm();
  const lanes = open.map((opening) => opening(deps, engine));
  const sweeping = periodicTask({
    intervalMilliseconds: settings.SWEEP_INTERVAL_MILLISECONDS,
    run: async () => {
      await Promise.all(lanes.map(async (each) => each.sweep()));
    },
    failed: (error) => log.warn({ err: error }, 'a sweep failed; the next sweep finds the same rows'),
  });
  const every = (name: string, run: (each: Lane) => Promise<void>): ShutdownStep => ({
    name,
    run: async () => {
      await Promise.all(lanes.map(run));
    },
  });
  return [
    { name: 'sweeping', run: async () => sweeping.stop() },
    every('runs', async (each) => each.end()),
    { name: 'engine', run: async () => engine.close() },
    every('queues', async (each) => each.close()),
  ];
}
