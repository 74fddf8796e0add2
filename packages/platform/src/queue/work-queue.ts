import { type ConnectionOptions, DelayedError, type Job, type Processor, Queue, QueueEvents, Worker, type WorkerOptions } from 'bullmq';
import { isCluster, type Redis } from './redis.js';

export type { Job, Queue, Worker } from 'bullmq';

/** Jobs are removed when they end, in success or failure: the row in Postgres has the result of the run. */
const FORGET = { removeOnComplete: true, removeOnFail: true } as const;

/**
 * Opens a queue to which jobs are added. Its connection fails fast (`openRedis`), so that an enqueue while Redis is down throws at
 * once instead of hanging.
 */
export function openQueue<Data>(name: string, connection: Redis): Queue<Data> {
  const queue = new Queue<Data>(name, {
    ...onServer(name, connection),
    skipWaitingForReady: true,
    // If Redis is out at the start, BullMQ's check of its version would fail permanently, and with it every later job.
    skipVersionCheck: true,
    defaultJobOptions: { ...FORGET, attempts: 1 },
  });
  queue.on('error', () => undefined);
  return queue;
}

/** Opens a worker of a queue. It needs a connection that waits through outages (`openBlockingRedis`). */
export function openWorker<Data>(
  name: string,
  connection: Redis,
  process: Processor<Data>,
  options: Omit<WorkerOptions, 'connection'>,
): Worker<Data> {
  const worker = new Worker<Data>(name, process, { ...options, ...FORGET_WORKER, ...onServer(name, connection) });
  worker.on('error', () => undefined);
  return worker;
}

/**
 * Puts a worker's current job back into the queue, for later.
 * @param token the one that the worker got with the job
 * @throws always, at the end: the exception tells BullMQ that the job has not ended
 */
export async function delayJob(job: Job, token: string | undefined, milliseconds: number): Promise<never> {
  await job.moveToDelayed(Date.now() + milliseconds, token);
  throw new DelayedError();
}

const FORGET_WORKER = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;

/** Opens the events of a queue, for waiting requests. It needs a connection that waits through outages. */
export function openQueueEvents(name: string, connection: Redis): QueueEvents {
  const events = new QueueEvents(name, onServer(name, connection));
  events.on('error', () => undefined);
  return events;
}

/**
 * The keys of a queue must be on one node of a cluster, which a hash tag ensures. On a single Redis the prefix is BullMQ's own: processes
 * of earlier builds use the same keys.
 */
function onServer(name: string, connection: Redis): { readonly connection: ConnectionOptions; readonly prefix?: string } {
  return isCluster(connection) ? { connection, prefix: `{${name}}` } : { connection };
}
