import { randomFillSync } from 'node:crypto';

/** The only source of randomness. */
export interface Randomness {
  /** Returns `count` unpredictable bytes in an array that belongs to the caller. */
  bytes(count: number): Uint8Array;
}

/** A call of the generator costs the same for sixteen bytes as for thousands, so bytes are drawn in advance. */
const STOCK_BYTES = 8_192;
/** Larger numbers of bytes are drawn directly. */
const MAX_FROM_STOCK = 256;

/** The operating system's cryptographic generator. No byte is used twice, and used bytes are erased. */
export const systemRandomness: Randomness = drawingFrom((bytes) => randomFillSync(bytes));

/** @param fill fills an array with unpredictable bytes */
export function drawingFrom(fill: (bytes: Uint8Array<ArrayBuffer>) => void): Randomness {
  const stock = new Uint8Array(STOCK_BYTES);
  let taken = STOCK_BYTES;
  return {
    bytes: (count) => {
      const given = new Uint8Array(count);
      if (count > MAX_FROM_STOCK) {
        fill(given);
        return given;
      }
      if (taken + count > STOCK_BYTES) {
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
