import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { failedReport, type SourceReport } from '@kirchhoff/reports';
import type { LoadedSource } from '../sources/load.js';
import { CheckCache } from './cache.js';
import { checkSource } from './check-source.js';

export interface PoolOptions {
  /** The folder of the cache; `undefined` for no cache. */
  readonly cacheFolder: string | undefined;
  /** The most threads. Default: one for each processor. */
  readonly jobs?: number;
  /** The script that worker threads run; `undefined`: everything in the calling thread. */
  readonly workerScript: string | undefined;
  readonly signal: AbortSignal;
  /** Called after each source, in the order in which they are done. */
  readonly onReport: (report: SourceReport) => void;
}

/** The number of sources for which another thread is worth its start of about 100 ms. */
const SOURCES_PER_THREAD = 8;

/**
 * Memory limits of a thread: certifying the largest program takes less. Proofs produce garbage, and a larger young generation is
 * collected less often.
 */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 } as const;

/** A task of a worker thread, and its answer. */
export interface CheckTask {
  readonly index: number;
  readonly source: LoadedSource;
}
export interface CheckedTask {
  readonly index: number;
  readonly report: SourceReport;
}
export interface CheckThreadData {
  readonly task: 'check';
  readonly cacheFolder: string | undefined;
}

/**
 * Checks sources, on all processors if there are many of them. A thread that dies is replaced; one source is then without a
 * verdict.
 *
 * @returns the reports in the order of the sources
 * @throws the reason of `signal` if it is aborted
 */
export async function checkAll(sources: readonly LoadedSource[], options: PoolOptions): Promise<readonly SourceReport[]> {
  const { workerScript, jobs = availableParallelism() } = options;
  const threads = Math.min(jobs, Math.ceil(sources.length / SOURCES_PER_THREAD));
  return threads <= 1 || workerScript === undefined ? checkHere(sources, options) : checkInThreads(sources, threads, workerScript, options);
}

async function checkHere(
  sources: readonly LoadedSource[],
  { cacheFolder, signal, onReport }: PoolOptions,
): Promise<readonly SourceReport[]> {
  const cache = cacheFolder === undefined ? undefined : new CheckCache(cacheFolder);
  const reports: SourceReport[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    const report = await checkSource(source, cache);
    reports.push(report);
    onReport(report);
  }
  return reports;
}

async function checkInThreads(
  sources: readonly LoadedSource[],
  threads: number,
  script: string,
  { cacheFolder, signal, onReport }: PoolOptions,
): Promise<readonly SourceReport[]> {
  const reports: SourceReport[] = [];
  let next = 0;
  const keep = (index: number, report: SourceReport): void => {
    reports[index] = report;
    onReport(report);
  };
  const workerData: CheckThreadData = { task: 'check', cacheFolder };
  const start = (): Worker => new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
  const work = async (): Promise<void> => {
    let worker = start();
    try {
      for (let index = next++; index < sources.length; index = next++) {
        signal.throwIfAborted();
        const source = sources[index];
        if (source === undefined) break;
        const report = await ask(worker, { index, source }, signal);
        signal.throwIfAborted();
        if (report === undefined) {
          worker = start();
          keep(index, failedReport(source.path, 'The engine ran out of memory or died on this source, so that there is no verdict.'));
        } else keep(index, report);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return reports;
}

/** Gives a worker one task; `undefined` if the worker dies during it, or the command is interrupted. */
async function ask(worker: Worker, task: CheckTask, signal: AbortSignal): Promise<SourceReport | undefined> {
  return new Promise((resolve) => {
    const finish = (report: SourceReport | undefined): void => {
      worker.off('message', answer).off('error', end).off('exit', end);
      signal.removeEventListener('abort', end);
      resolve(report);
    };
    const answer = ({ report }: CheckedTask): void => finish(report);
    const end = (): void => finish(undefined);
    worker.on('message', answer).on('error', end).on('exit', end);
    signal.addEventListener('abort', end);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    worker.postMessage(task);
  });
}
