import { type ConnectionOptions, DelayedError, type Job, type Processor, Queue, QueueEvents, Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';

export type { Job, Queue, Worker } from 'bullmq';

/** Jobs are removed when they end, either way: the row in Postgres has the result of the run. */
const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

/**
 * A queue to add to. Its connection fails fast (`openRedis`), so that an enqueue with Redis down is an exception at
 * once and not a promise that hangs.
 */
export function openQueue<Data>(name: string, connection: Redis): Queue<Data> {
  const queue = new Queue<Data>(name, {
    connection: shared(connection),
    skipWaitingForReady: true,
    // The check of the version fails once and for all where Redis is out at the start, and with it every job after.
    skipVersionCheck: true,
    defaultJobOptions: { ...FORGET, attempts: 1 },
  });
  queue.on('error', () => undefined);
  return queue;
}

/** A worker's side of a queue. Give it a patient connection (`openBlockingRedis`). */
export function openWorker<Data>(
  name: string,
  connection: Redis,
  process: Processor<Data>,
  options: Omit<WorkerOptions, 'connection'>,
): Worker<Data> {
  const worker = new Worker<Data>(name, process, { ...options, ...FORGET_WORKER, connection: shared(connection) });
  worker.on('error', () => undefined);
  return worker;
}

/**
 * Gives the job that a worker was just given back to the queue, for later.
 * @param token what the worker was given with the job
 * @throws always, once it is done: that is how the queue is told that the job has not ended
 */
export async function delayJob(job: Job, token: string | undefined, milliseconds: number): Promise<never> {
  await job.moveToDelayed(Date.now() + milliseconds, token);
  throw new DelayedError();
}

const FORGET_WORKER = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;

/** Opens the events of a queue, for waiting requests. It needs a patient connection. */
export function openQueueEvents(name: string, connection: Redis): QueueEvents {
  const events = new QueueEvents(name, { connection: shared(connection) });
  events.on('error', () => undefined);
  return events;
}

function shared(connection: Redis): ConnectionOptions {
  return connection;
}
