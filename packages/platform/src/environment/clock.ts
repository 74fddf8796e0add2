import { performance } from 'node:perf_hooks';

/** The only source of time. */
export interface Clock {
  /** The wall clock: for records and for what people read. May jump. */
  now(): Date;
  /** Milliseconds on a clock that never goes back: for durations, deadlines and caches. */
  monotonic(): number;
}

/** The machine's own clocks. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};
