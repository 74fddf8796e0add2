import type { Randomness } from '@kirchhoff/platform';

/** Seconds between attempts: eight attempts over most of a day. After the last one the delivery is dead. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 50_400] as const;

/** Relative jitter of a wait, so that simultaneous failures do not retry simultaneously. */
const JITTER = 0.2;
const MAX_DRAW = 0xffff;
/** Milliseconds added to a job's wait each time its webhook is busy, and the maximum. */
const CROWD_MILLISECONDS = 500;
const MAX_CROWD_MILLISECONDS = 30_000;

/**
 * Returns the wait after a failed attempt.
 *
 * @param attempts count so far
 * @param scale factor of all waits; less than 1 for earlier retries
 * @returns milliseconds; `undefined` after the last attempt
 */
export function retryDelay(attempts: number, scale: number, randomness: Randomness): number | undefined {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return undefined;
  return Math.round(seconds * 1_000 * scale * (1 - JITTER + 2 * JITTER * draw(randomness)));
}

/**
 * Returns the wait of a job whose webhook is busy. It is drawn from the whole interval, so that the waiting jobs return one by
 * one. A quick endpoint then serves each; for a slow one the interval grows.
 *
 * @param times count of its arrivals, including this one
 * @returns milliseconds
 */
export function crowdDelay(times: number, randomness: Randomness): number {
  return Math.round(Math.min(CROWD_MILLISECONDS * times, MAX_CROWD_MILLISECONDS) * draw(randomness));
}

/** Between 0 and 1, both included. */
function draw(randomness: Randomness): number {
  const [high = 0, low = 0] = randomness.bytes(2);
  return (high * 256 + low) / MAX_DRAW;
}
