import {
  absolute,
  add,
  fitsInt64,
  INT64_MAX,
  INT64_MIN,
  type Int,
  maximum,
  minimum,
  multiply,
  negate,
  subtract,
} from '../types/integer.js';
import { boundAt, highest, intersect, lowest, type Pair, pair, type Ranges, range, unite, uniteAll } from './ranges.js';

/**
 * Interval arithmetic on sets of integers (after Moore). Each function returns a set that contains the exact result, of any size,
 * for every choice of integers from its arguments. The result is empty if an argument is empty. Unless a comment says otherwise,
 * the least and the greatest integer of a result are results of integers in the arguments. So the bounds show whether every
 * result fits 64 bits.
 */

/** Limit for pairs of ranges; beyond it the argument with fewer ranges is replaced by its hull. */
const MAX_PAIRS = 16;

/** Bounds of a function on the box aLo..aHi × bLo..bHi; `null` if the function has no result on the box. */
export type OnBox = (aLo: Int, aHi: Int, bLo: Int, bHi: Int) => Pair | null;

/** Calls `of` with every pair of ranges and returns the union of the results. */
export function combine(a: Ranges, b: Ranges, of: OnBox): Ranges {
  if (a.length === 0 || b.length === 0) return [];
  if (a.length === 2 && b.length === 2) return of(lowest(a), highest(a), lowest(b), highest(b)) ?? [];
  const coarse = a.length * b.length > 4 * MAX_PAIRS;
  const left = coarse && a.length <= b.length ? hull(a) : a;
  const right = coarse && a.length > b.length ? hull(b) : b;
  const pairs: Pair[] = [];
  for (let i = 0; i < left.length; i += 2) {
    for (let j = 0; j < right.length; j += 2) {
      const result = of(boundAt(left, i), boundAt(left, i + 1), boundAt(right, j), boundAt(right, j + 1));
      if (result !== null) pairs.push(result);
    }
  }
  return fromPairs(pairs);
}

/** Calls `of` with every range and returns the union of the results. */
export function transform(a: Ranges, of: (lo: Int, hi: Int) => Pair | null): Ranges {
  if (a.length === 2) return of(lowest(a), highest(a)) ?? [];
  const pairs: Pair[] = [];
  for (let i = 0; i < a.length; i += 2) {
    const result = of(boundAt(a, i), boundAt(a, i + 1));
    if (result !== null) pairs.push(result);
  }
  return fromPairs(pairs);
}

function fromPairs(pairs: readonly Pair[]): Ranges {
  const only = pairs[0];
  return only !== undefined && pairs.length === 1 ? only : uniteAll(pairs);
}

/** The ranges of a set, as pairs. */
export function pairsOf(a: Ranges): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < a.length; i += 2) pairs.push(pair(boundAt(a, i), boundAt(a, i + 1)));
  return pairs;
}

/** The single range from the least to the greatest integer. */
export function hull(a: Ranges): Ranges {
  return a.length <= 2 ? a : [lowest(a), highest(a)];
}

/**
 * The least and the greatest value of a function at the corners of a box. They bound the function on the whole box if it is
 * monotone in each argument while the other is fixed. The direction may depend on the other argument.
 */
export function atCorners(of: (a: Int, b: Int) => Int): OnBox {
  return (aLo, aHi, bLo, bHi) => {
    const first = of(aLo, bLo);
    const second = of(aLo, bHi);
    const third = of(aHi, bLo);
    const fourth = of(aHi, bHi);
    return pair(minimum(minimum(first, second), minimum(third, fourth)), maximum(maximum(first, second), maximum(third, fourth)));
  };
}

/** The part of a set within lo..hi. */
export function within(a: Ranges, lo: Int, hi: Int): Ranges {
  return intersect(a, range(lo, hi));
}

/** The 64-bit integers of a set. */
export function clip(a: Ranges): Ranges {
  return fits(a) ? a : within(a, INT64_MIN, INT64_MAX);
}

/** Returns true if every integer of a set fits 64 bits. */
export function fits(a: Ranges): boolean {
  return a.length === 0 || (fitsInt64(lowest(a)) && fitsInt64(highest(a)));
}

const sumOnBox: OnBox = (aLo, aHi, bLo, bHi) => pair(add(aLo, bLo), add(aHi, bHi));
const differenceOnBox: OnBox = (aLo, aHi, bLo, bHi) => pair(subtract(aLo, bHi), subtract(aHi, bLo));

export function addRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, sumOnBox);
}

export function subtractRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, differenceOnBox);
}

export function negateRanges(a: Ranges): Ranges {
  return transform(a, (lo, hi) => pair(negate(hi), negate(lo)));
}

const productOnBox = atCorners(multiply);

export function multiplyRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, productOnBox);
}

/** The products of each integer with itself. */
export function squareRanges(a: Ranges): Ranges {
  return transform(absoluteRanges(a), (lo, hi) => pair(multiply(lo, lo), multiply(hi, hi)));
}

export function absoluteRanges(a: Ranges): Ranges {
  return transform(a, (lo, hi) =>
    lo <= 0 && hi >= 0 ? pair(0, maximum(negate(lo), hi)) : pair(minimum(absolute(lo), absolute(hi)), maximum(absolute(lo), absolute(hi))),
  );
}

/** A minimum that comes from `a` is at most the greatest integer of `b`, and vice versa. */
export function minimumRanges(a: Ranges, b: Ranges): Ranges {
  if (a.length === 0 || b.length === 0) return [];
  // If a part of both ranges remains, both parts end at the same integer.
  if (a.length === 2 && b.length === 2) return pair(minimum(lowest(a), lowest(b)), minimum(highest(a), highest(b)));
  return unite(atMost(a, highest(b)), atMost(b, highest(a)));
}

/** A maximum that comes from `a` is at least the least integer of `b`, and vice versa. */
export function maximumRanges(a: Ranges, b: Ranges): Ranges {
  if (a.length === 0 || b.length === 0) return [];
  if (a.length === 2 && b.length === 2) return pair(maximum(lowest(a), lowest(b)), maximum(highest(a), highest(b)));
  return unite(atLeast(a, lowest(b)), atLeast(b, lowest(a)));
}

/** The integers of a set up to `bound`. */
export function atMost(a: Ranges, bound: Int): Ranges {
  return a.length === 0 ? a : within(a, lowest(a), bound);
}

/** The integers of a set from `bound` on. */
export function atLeast(a: Ranges, bound: Int): Ranges {
  return a.length === 0 ? a : within(a, bound, highest(a));
}
