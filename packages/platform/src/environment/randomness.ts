import { randomFillSync } from 'node:crypto';

/** The one door through which randomness enters. */
export interface Randomness {
  /** `count` unpredictable octets, the caller's own. */
  bytes(count: number): Uint8Array;
}

/** Asking the generator costs the same for sixteen octets as for thousands: they are drawn in stock. */
const STOCK_OCTETS = 8_192;
/** More are drawn by themselves. */
const MAX_FROM_STOCK = 256;

/** The operating system's cryptographic generator. No byte is used twice, and used bytes are erased. */
export const systemRandomness: Randomness = drawingFrom((octets) => randomFillSync(octets));

/** @param fill writes unpredictable octets over all of an array */
export function drawingFrom(fill: (octets: Uint8Array<ArrayBuffer>) => void): Randomness {
  const stock = new Uint8Array(STOCK_OCTETS);
  let taken = STOCK_OCTETS;
  return {
    bytes: (count) => {
      const given = new Uint8Array(count);
      if (count > MAX_FROM_STOCK) {
        fill(given);
        return given;
      }
      if (taken + count > STOCK_OCTETS) {
        fill(stock);
        taken = 0;
      }
      given.set(stock.subarray(taken, taken + count));
      stock.fill(0, taken, taken + count);
      taken += count;
      return given;
    },
  };
}
