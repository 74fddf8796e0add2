import { median } from '../engine/measure.js';
import type { BenchRequest } from './requests.js';

/** Requests that are timed together: the clock is too coarse for one. */
const BATCH = 100;
const NANOSECONDS = 1e-3;

export interface Percentiles {
  /** Microseconds a request. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Measures subjects in turns, so that other work on the machine affects all of them.
 * @param rounds in each, every subject decides all requests once
 * @returns by subject: quantiles over its batches of 100 requests
 */
export function timeInTurns(
  subjects: readonly { readonly ask: (request: BenchRequest) => unknown; readonly requests: readonly BenchRequest[] }[],
  rounds: number,
): readonly Percentiles[] {
  const batches = subjects.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { ask, requests }] of subjects.entries()) {
      const times = timeBatches(ask, requests);
      // The first round is a warm-up.
      if (round >= 0) batches[index]?.push(...times);
    }
  }
  return batches.map((times) => {
    const sorted = times.toSorted((a, b) => a - b);
    return { p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
  });
}

/** Keeps the answers, so that no call is optimised away. */
let kept: unknown;

function timeBatches(ask: (request: BenchRequest) => unknown, requests: readonly BenchRequest[]): readonly number[] {
  const times: number[] = [];
  for (let start = 0; start + BATCH <= requests.length; start += BATCH) {
    const batch = requests.slice(start, start + BATCH);
    const before = process.hrtime.bigint();
    for (const request of batch) kept = ask(request);
    times.push((Number(process.hrtime.bigint() - before) * NANOSECONDS) / BATCH);
  }
  return times;
}

/** Returns the last answer. */
export function lastAnswer(): unknown {
  return kept;
}
