import { parentPort, workerData } from 'node:worker_threads';
import { CheckCache } from './cache.js';
import { checkSource } from './check-source.js';
import type { CheckedTask, CheckTask, CheckThreadData } from './pool.js';

/** Serves the tasks of `pool.ts` in a worker thread, until the pool ends it. */
export function serveChecks(): void {
  const { cacheFolder }: CheckThreadData = workerData;
  const cache = cacheFolder === undefined ? undefined : new CheckCache(cacheFolder);
  const answer = async ({ index, source }: CheckTask): Promise<void> => {
    const done: CheckedTask = { index, report: await checkSource(source, cache) };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    parentPort?.postMessage(done);
  };
  parentPort?.on('message', (task: CheckTask) => {
    answer(task).catch((error: unknown) => {
      // The pool sees the end of the thread and reports the source without a verdict.
      queueMicrotask(() => {
        throw error;
      });
    });
  });
}
