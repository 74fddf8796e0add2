import { randomFillSync } from 'node:crypto';

/** The only source of randomness. */
export interface Randomness {
  /** Returns `count` unpredictable octets in an array that belongs to the caller. */
  bytes(count: number): Uint8Array;
}

/** A call of the generator costs the same for sixteen octets as for thousands, so octets are drawn in advance. */
const STOCK_OCTETS = 8_192;
/** Larger numbers of octets are drawn directly. */
const MAX_FROM_STOCK = 256;

/** The operating system's cryptographic generator. No byte is used twice, and used bytes are erased. */
export const systemRandomness: Randomness = drawingFrom((octets) => randomFillSync(octets));

/** @param fill fills an array with unpredictable octets */
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
