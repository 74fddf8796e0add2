import type { Randomness } from '@kirchhoff/platform';

/** The seconds from each failed attempt to the next: eight attempts over most of a day. After the last the delivery is dead. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 50_400] as const;

/** Waits are spread by so much either way, so that what failed together does not come back together. */
const JITTER = 0.2;
const HIGHEST_DRAW = 0xffff;

/**
 * How long to wait after a failed attempt.
 * @param attempts how many there were
 * @param scale 1, or less where an operator wants them sooner
 * @returns milliseconds; undefined where that was the last
 */
export function retryDelay(attempts: number, scale: number, randomness: Randomness): number | undefined {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return undefined;
  const [high = 0, low = 0] = randomness.bytes(2);
  const draw = (high * 256 + low) / HIGHEST_DRAW;
  return Math.round(seconds * 1_000 * scale * (1 - JITTER + 2 * JITTER * draw));
}
