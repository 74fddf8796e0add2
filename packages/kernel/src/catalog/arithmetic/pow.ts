import { absoluteRanges, fits, hull, type Pair, pairsOf, transform, within } from '../../abstract/arithmetic.js';
import { isSubset, type Ranges, range, uniteAll } from '../../abstract/ranges.js';
import { INTEGER } from '../../types/domain.js';
import { add, fitsInt64, INT64_MAX, INT64_MIN, type Int, multiply, normalize, subtract } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt, integerWithin } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { atMostFact, factsOnBounds, onRanges, rangesAt, whereReached } from '../views.js';
import { fitting } from './overloads.js';

/** The greatest exponent: 2 to the 63 is already beyond the greatest integer, -2 to the 63 is the least. */
export const MAX_EXPONENT = 63;

/** Exactly `base` to the `exponent`, of any size; 0 to the 0 is 1. The exponent is in 0..{@link MAX_EXPONENT}. */
export function raise(base: Int, exponent: number): Int {
  return normalize(BigInt(base) ** BigInt(exponent));
}

const EXPONENTS: Ranges = range(0, MAX_EXPONENT);
/** Beyond so many exponents the base is taken as its hull. */
const MANY_EXPONENTS = 8;

/** The powers of a set by the exponents of a set that lie in 0..{@link MAX_EXPONENT}: exponent by exponent, each power being monotone, or monotone in |base|. */
function powerRanges(base: Ranges, exponent: Ranges): Ranges {
  const exponents = within(exponent, 0, MAX_EXPONENT);
  const bases = cardinality(exponents) > MANY_EXPONENTS ? hull(base) : base;
  const pairs: Pair[] = [];
  for (const [first, last] of pairsOf(exponents)) {
    for (let n = Number(first); n <= last; n += 1) {
      const magnitudes = n % 2 === 0 ? absoluteRanges(bases) : bases;
      pairs.push(...pairsOf(transform(magnitudes, (lo, hi) => [raiseWithin64(lo, n), raiseWithin64(hi, n)])));
    }
  }
  return uniteAll(pairs);
}

function cardinality(exponents: Ranges): number {
  return pairsOf(exponents).reduce((count, [lo, hi]) => count + Number(hi) - Number(lo) + 1, 0);
}

/** The power where it is a 64-bit integer, else an integer beyond them on the same side: bounds need no more, and the exact one may have thousands of bits. */
function raiseWithin64(base: Int, exponent: number): Int {
  let power: Int = 1;
  for (let i = 0; i < exponent; i += 1) {
    power = multiply(power, base);
    if (!fitsInt64(power)) return base < 0 && exponent % 2 === 1 ? subtract(INT64_MIN, 1) : add(INT64_MAX, 1);
  }
  return power;
}

const reference = (args: readonly Value[]): Value | undefined => {
  const exponent = integerWithin(args, 1, 0, MAX_EXPONENT);
  return exponent === undefined ? undefined : fitting(raise(integerAt(args, 0), exponent));
};

const analysis: Analysis = {
  transfer: onRanges(powerRanges),
  need: whereReached((args) => isSubset(rangesAt(args, 1), EXPONENTS) && fits(powerRanges(rangesAt(args, 0), rangesAt(args, 1)))),
  facts: factsOnBounds((_, a, n) => (a.lo >= 0 && n.lo >= 1 ? [atMostFact(0, 'result')] : [])),
};

export const pow: Monomer = {
  index: 11,
  name: 'POW',
  family: 'arithmetic',
  signature: '(a int, n 0..63) → int',
  description: 'The integer a raised to the power n; POW(0, 0) is 1.',
  needs: 'n is in 0..63, and the power fits 64 bits',
  range: 'between the least and the greatest power of the bounds',
  effect: 'pure',
  examples: [
    { arguments: [2, 10], result: 1024 },
    { arguments: [0, 0], result: 1 },
    { arguments: [-3, 3], result: -27 },
    { arguments: [-2, 63], result: '-9223372036854775808' },
    { arguments: [10, 18], result: '1000000000000000000' },
  ],
  overloads: [{ parameters: [parameter('a', INTEGER), parameter('n', INTEGER)], result: INTEGER }],
  reference,
  analysis: exactOnFew(reference, analysis),
};
