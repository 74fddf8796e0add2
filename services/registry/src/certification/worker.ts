import { setTimeout as wait } from 'node:timers/promises';
import {
  type Database,
  openQueue,
  openWorker,
  type RedisConnections,
  repeating,
  type ShutdownStep,
  systemClock,
} from '@kirchhoff/platform';
import { Engine } from '../engine/engine.js';
import type { Outbox } from '../events/outbox.js';
import type { WorkerSettings } from '../settings.js';
import { AttemptRepository } from './attempts.js';
import { CERTIFICATION_QUEUE, type CertificationJob } from './job.js';
import { RunRepository } from './run-repository.js';
import { Runner, type RunnerLog } from './runner.js';
import { Sweeper } from './sweeper.js';

/** Closing the queue's side waits for Redis, which may be out: nothing depends on it any more. */
const CLOSE_MILLISECONDS = 1_000;

export interface CertificationWorkerParts {
  readonly database: Database;
  readonly redis: RedisConnections;
  readonly outbox: Outbox;
  readonly settings: WorkerSettings;
  readonly log: RunnerLog;
}

/**
 * Takes certifications from now on, and sweeps. Neither Postgres nor Redis has to be there yet.
 * @returns how to end it, in order: no new job, runs ended or given back, everything of its own closed
 */
export async function openCertificationWorker(parts: CertificationWorkerParts): Promise<readonly ShutdownStep[]> {
  const { database, redis, outbox, settings, log } = parts;
  const queue = openQueue<CertificationJob>(CERTIFICATION_QUEUE, redis.sender);
  const threads = settings.ENGINE_THREADS;
  const engine = new Engine({ threads, queueLimit: threads, guardMilliseconds: settings.ENGINE_GUARD_MILLISECONDS, log });
  await engine.warm();
  const attempts = new AttemptRepository(database);
  const runner = new Runner({
    runs: new RunRepository(database),
    attempts,
    engine,
    queue,
    messages: redis.messages,
    outbox,
    clock: systemClock,
    log,
    leaseMilliseconds: settings.CERTIFY_LEASE_MILLISECONDS,
  });
  const worker = openWorker<CertificationJob>(CERTIFICATION_QUEUE, redis.openPatient(), async ({ data }) => runner.run(data), {
    concurrency: threads,
  });
  const intervalMilliseconds = settings.SWEEP_INTERVAL_MILLISECONDS;
  const sweeper = new Sweeper({ attempts, runner, graceMilliseconds: intervalMilliseconds });
  const sweeping = repeating({
    intervalMilliseconds,
    run: async () => sweeper.sweep(),
    failed: (error) => log.warn({ err: error }, 'a sweep failed; the next one will see the same rows'),
  });
  return [
    { name: 'sweeping', run: async () => sweeping.stop() },
    { name: 'runs', run: async () => endRuns(worker, runner, settings.SHUTDOWN_GRACE_MILLISECONDS) },
    { name: 'engine', run: async () => engine.close() },
    { name: 'queue', run: async () => queue.close() },
  ];
}

/** Takes no new job and lets the runs end; those that take too long are given back. */
async function endRuns(worker: { close(): Promise<void> }, runner: Runner, graceMilliseconds: number): Promise<void> {
  const closed = worker.close();
  await Promise.race([runner.settled(), wait(graceMilliseconds, undefined, { ref: false })]);
  runner.abandon();
  await runner.settled();
  await Promise.race([closed, wait(CLOSE_MILLISECONDS, undefined, { ref: false })]);
}
