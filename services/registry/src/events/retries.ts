import type { Randomness } from '@kirchhoff/platform';

/** The seconds from each failed attempt to the next: eight attempts over most of a day. After the last the delivery is dead. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 50_400] as const;

/** Waits are spread by so much either way, so that what failed together does not come back together. */
const JITTER = 0.2;
const MAX_DRAW = 0xffff;
/** Milliseconds that are added to the wait of a job each time it finds its webhook busy, and the most. */
const CROWD_MILLISECONDS = 500;
const MAX_CROWD_MILLISECONDS = 30_000;

/**
 * Returns the wait after a failed attempt.
 * @param attempts count so far
 * @param scale 1, or less for an operator who wants them sooner
 * @returns milliseconds; `undefined` after the last attempt
 */
export function retryDelay(attempts: number, scale: number, randomness: Randomness): number | undefined {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return undefined;
  return Math.round(seconds * 1_000 * scale * (1 - JITTER + 2 * JITTER * draw(randomness)));
}

/**
 * Returns the wait of a job that finds its webhook busy. It is drawn from the whole span, so that a crowd comes back one by one:
 * a quick endpoint then has room for each, and for a slow one the span grows.
 * @param times count of its arrivals, this one included
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
