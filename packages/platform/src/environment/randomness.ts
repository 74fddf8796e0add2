import { randomBytes } from 'node:crypto';

/** The one door through which randomness enters. */
export interface Randomness {
  /** `count` unpredictable octets. */
  bytes(count: number): Uint8Array;
}

/** The operating system's cryptographic generator. */
export const systemRandomness: Randomness = {
  bytes: (count) => randomBytes(count),
};
