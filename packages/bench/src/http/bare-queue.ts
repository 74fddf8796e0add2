import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';

/** BullMQ alone: a queue, a worker that ends each job at once, and the events of ended jobs. */
export interface BareQueue {
  /** Milliseconds from `add` to the completion event of one job. */
  time(): Promise<number>;
  close(): Promise<void>;
}

export async function openBareQueue(redisUrl: string): Promise<BareQueue> {
  const name = `bench-${randomUUID()}`;
  const connections = Array.from({ length: 3 }, () => new Redis(redisUrl, { maxRetriesPerRequest: null }));
  const [adding, working, listening] = connections;
  if (adding === undefined || working === undefined || listening === undefined) throw new Error('three connections were asked for');
  const queue = new Queue<object>(name, { connection: adding });
  const worker = new Worker<object>(name, async () => 'done', { connection: working });
  const events = new QueueEvents(name, { connection: listening });
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady(), events.waitUntilReady()]);
  const waiting = new Map<string, () => void>();
  events.on('completed', ({ jobId }) => waiting.get(jobId)?.());
  return {
    time: async () => {
      const jobId = `job-${randomUUID()}`;
      const completed = new Promise<void>((resolve) => waiting.set(jobId, resolve));
      const started = performance.now();
      await Promise.all([queue.add('nothing', {}, { jobId, removeOnComplete: true }), completed]);
      waiting.delete(jobId);
      return performance.now() - started;
    },
    close: async () => {
      await worker.close();
      await events.close();
      await queue.obliterate({ force: true });
      await queue.close();
      for (const redis of connections) redis.disconnect();
    },
  };
}
