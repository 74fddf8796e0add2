import {
  add,
  divide,
  floorDivide,
  floorRemainder,
  INT64_MAX,
  INT64_MIN,
  type Int,
  minimum,
  multiply,
  negate,
  remainder,
  subtract,
} from '../types/integer.js';
import { absoluteRanges, atCorners, atLeast, atMost, combine, negateRanges, type OnBox, transform, within } from './arithmetic.js';
import { type Pair, pair, type Ranges, unite } from './ranges.js';

/** Sets of quotients and remainders. 0 is removed from the divisor, since division by 0 has no result. */

/**
 * The set of `quotient(a, b)`, for a quotient that rounds a/b in any monotone way. It is monotone in a for a fixed b, and
 * monotone in b on each side of 0 for a fixed a. The two sides must therefore not meet in a hull. The corners bound the quotient.
 */
export function quotientRanges(a: Ranges, b: Ranges, quotient: (a: Int, b: Int) => Int): Ranges {
  const onBox = atCorners(quotient);
  return unite(combine(a, within(b, INT64_MIN, -1), onBox), combine(a, within(b, 1, INT64_MAX), onBox));
}

/** The set of remainders of truncating division: |result| is the remainder of |a| by |b|, with the sign of a. */
export function remainderRanges(a: Ranges, b: Ranges): Ranges {
  const magnitude = atLeast(absoluteRanges(b), 1);
  const ofPositive = combine(atLeast(a, 0), magnitude, naturalRemainder);
  const ofNegative = combine(negateRanges(atMost(a, -1)), magnitude, naturalRemainder);
  return unite(negateRanges(ofNegative), ofPositive);
}

/** Remainders of a >= 0 by b >= 1. A bound need not be a remainder: 0..bHi-1 may be too wide. */
const naturalRemainder: OnBox = (aLo, aHi, bLo, bHi) => {
  if (aHi < bLo) return pair(aLo, aHi);
  if (bLo === bHi && divide(aLo, bLo) === divide(aHi, bLo)) return pair(remainder(aLo, bLo), remainder(aHi, bLo));
  return pair(0, minimum(aHi, subtract(bHi, 1)));
};

/** The set of remainders of division that rounds down: floorRemainder(a, b) = -floorRemainder(-a, -b). */
export function floorRemainderRanges(a: Ranges, b: Ranges): Ranges {
  const byPositive = combine(a, within(b, 1, INT64_MAX), floorRemainderOnBox);
  const byNegative = combine(negateRanges(a), negateRanges(within(b, INT64_MIN, -1)), floorRemainderOnBox);
  return unite(negateRanges(byNegative), byPositive);
}

/** Remainders of any a by b >= 1. A bound need not be a remainder. */
const floorRemainderOnBox: OnBox = (aLo, aHi, bLo, bHi) => {
  if (bLo === bHi && floorDivide(aLo, bLo) === floorDivide(aHi, bLo)) return pair(floorRemainder(aLo, bLo), floorRemainder(aHi, bLo));
  if (aLo >= 0) return naturalRemainder(aLo, aHi, bLo, bHi);
  return pair(0, subtract(bHi, 1));
};

/** The dividends a with trunc(a/b) in `quotient` for some b of `divisor`, whose least integer is at least 1. */
export function dividendRanges(quotient: Ranges, divisor: Ranges): Ranges {
  return combine(quotient, divisor, (qLo, qHi, bLo, bHi) => [
    qLo > 0 ? multiply(qLo, bLo) : subtract(multiply(qLo, bHi), subtract(bHi, 1)),
    qHi >= 0 ? add(multiply(qHi, bHi), subtract(bHi, 1)) : multiply(qHi, bLo),
  ]);
}

/** The dividends a with floor(a/b) in `quotient`, as in {@link dividendRanges}. */
export function floorDividendRanges(quotient: Ranges, divisor: Ranges): Ranges {
  return combine(quotient, divisor, (qLo, qHi, bLo, bHi) => [
    qLo >= 0 ? multiply(qLo, bLo) : multiply(qLo, bHi),
    qHi >= 0 ? add(multiply(qHi, bHi), subtract(bHi, 1)) : subtract(multiply(add(qHi, 1), bLo), 1),
  ]);
}

/** The integers x with x * factor in `product`, for a factor that is not 0. */
export function factorRanges(product: Ranges, factor: Int): Ranges {
  return transform(product, (lo, hi) => {
    const [first, last] = factor > 0 ? [lo, hi] : [hi, lo];
    return ordered(ceilingDivide(first, factor), floorDivide(last, factor));
  });
}

function ordered(lo: Int, hi: Int): Pair | null {
  return lo <= hi ? [lo, hi] : null;
}

/** Quotient rounded up. */
export function ceilingDivide(a: Int, b: Int): Int {
  return negate(floorDivide(negate(a), b));
}
