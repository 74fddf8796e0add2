/** Draws the same sequence from the same seed on every machine (SplitMix64). */
export class Random {
  private state: bigint;

  constructor(seed: bigint) {
    this.state = seed;
  }

  private next(): bigint {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** Returns an integer of lo..hi. */
  within(lo: bigint, hi: bigint): bigint {
    return lo + (this.next() % (hi - lo + 1n));
  }

  /** Returns an integer of 0..count - 1. */
  below(count: number): number {
    return Number(this.next() % BigInt(count));
  }

  /** Returns true with probability 1 / count. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error('a choice of nothing');
    return picked;
  }
}
