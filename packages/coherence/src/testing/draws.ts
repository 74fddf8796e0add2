/** A pseudo-random sequence determined by a seed (mulberry32), so that findings can be reproduced. */
export class Draws {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns an integer of 0..count - 1. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  between(lo: number, hi: number): number {
    return lo + this.below(hi - lo + 1);
  }

  /** Returns true with probability 1 / count. */
  once(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Returns one of the items; `undefined` if the list is empty. */
  from<T>(items: readonly T[]): T | undefined {
    return items[this.below(Math.max(1, items.length))];
  }
}
