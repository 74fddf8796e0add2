import { randomUUID } from 'node:crypto';
import { awaitReady, openPatientRedis, openQueue, openQueueEvents, openRedis, openWorker } from '@kirchhoff/platform';

/** BullMQ alone: a queue, a worker that does nothing, and the news of what has ended. */
export interface BareQueue {
  /** Milliseconds from `add` to the news of completion of one job. */
  time(): Promise<number>;
  close(): Promise<void>;
}

const START_MILLISECONDS = 5_000;
const ignore = () => undefined;

export async function openBareQueue(redisUrl: string): Promise<BareQueue> {
  const name = `bench-${randomUUID()}`;
  const [adding, working, listening] = [
    openRedis(redisUrl, ignore),
    openPatientRedis(redisUrl, ignore),
    openPatientRedis(redisUrl, ignore),
  ];
  await awaitReady(adding, START_MILLISECONDS);
  const queue = openQueue<object>(name, adding);
  const worker = openWorker<object>(name, working, async () => 'done', { concurrency: 1 });
  const events = openQueueEvents(name, listening);
  await Promise.all([worker.waitUntilReady(), events.waitUntilReady()]);
  const waiting = new Map<string, () => void>();
  events.on('completed', ({ jobId }) => waiting.get(jobId)?.());
  return {
    time: async () => {
      const jobId = `job-${randomUUID()}`;
      const completed = new Promise<void>((resolve) => waiting.set(jobId, resolve));
      const started = performance.now();
      await Promise.all([queue.add('nothing', {}, { jobId }), completed]);
      waiting.delete(jobId);
      return performance.now() - started;
    },
    close: async () => {
      await worker.close();
      await events.close();
      await queue.obliterate({ force: true });
      await queue.close();
      for (const redis of [adding, working, listening]) redis.disconnect();
    },
  };
}
