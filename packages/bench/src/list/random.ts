import { createHash } from 'node:crypto';
import type { Randomness } from '@kirchhoff/platform';

/** Numbers that look random and are the same for the same seed: sfc32 of Chris Doty-Humphrey's PractRand. */
export class SeededRandom implements Randomness {
  readonly #state: Uint32Array;

  /** @param seed any text; another seed gives other numbers */
  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from({ length: 4 }, (_, index) => digest.readUInt32LE(4 * index));
  }

  /** From 0 to 2^32 - 1. */
  next(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.#state;
    const result = (a + b + counter) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + result;
    this.#state[3] = counter + 1;
    return result;
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return this.next() / 2 ** 32;
  }

  /** From 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next() & 0xff);
  }
}
