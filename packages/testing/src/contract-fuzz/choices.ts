import * as fc from 'fast-check';

/** Every choice behind one request: the same seed and number choose the same from the same things. */
export class Choices {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = (seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0;
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  /** Returns true in this percentage of cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** @throws if the list is empty */
  pick<Item>(items: readonly Item[]): Item {
    const index = this.below(items.length);
    const item = items[index];
    if (item === undefined && index >= items.length) throw new RangeError('nothing to choose from');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the index lies within
    return item as Item;
  }

  /** A value that fast-check makes, with its love of edges. */
  draw<Value>(arbitrary: fc.Arbitrary<Value>): Value {
    const [value] = fc.sample(arbitrary, { seed: this.#next() | 0, numRuns: 1 });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value was asked for
    return value as Value;
  }

  /** mulberry32: 32 bits. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }
}
