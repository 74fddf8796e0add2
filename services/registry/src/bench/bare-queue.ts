import { randomUUID } from 'node:crypto';
import { openPatientRedis, openQueue, openQueueEvents, openRedis, openWorker } from '@kirchhoff/platform';

const ignore = () => undefined;

/** Milliseconds from `add` to the news of completion of jobs that do nothing, one after the other. */
export async function timeBareQueue(redisUrl: string, jobs: number): Promise<readonly number[]> {
  const name = `bench-${randomUUID()}`;
  const [adding, working, listening] = [
    openRedis(redisUrl, ignore),
    openPatientRedis(redisUrl, ignore),
    openPatientRedis(redisUrl, ignore),
  ];
  await new Promise((resolve) => adding.once('ready', resolve));
  const queue = openQueue<object>(name, adding);
  const worker = openWorker<object>(name, working, async () => 'done', { concurrency: 1 });
  const events = openQueueEvents(name, listening);
  await Promise.all([worker.waitUntilReady(), events.waitUntilReady()]);
  const waiting = new Map<string, (value: unknown) => void>();
  events.on('completed', ({ jobId }) => waiting.get(jobId)?.(undefined));
  const times: number[] = [];
  for (let done = 0; done < jobs; done += 1) {
    const started = performance.now();
    const jobId = `job-${done}`;
    const completed = new Promise((resolve) => {
      waiting.set(jobId, resolve);
    });
    // oxlint-disable-next-line no-await-in-loop -- one alone, as a request is
    await Promise.all([queue.add('nothing', {}, { jobId }), completed]);
    times.push(performance.now() - started);
  }
  await worker.close();
  await events.close();
  await queue.obliterate({ force: true });
  await queue.close();
  for (const redis of [adding, working, listening]) redis.disconnect();
  return times;
}
