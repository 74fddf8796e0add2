import { atLeast, combine, within } from '../../abstract/arithmetic.js';
import { ceilingDivide } from '../../abstract/division.js';
import { type Polynomial, powerOfTwo, times } from '../../abstract/polynomial.js';
import type { Ranges } from '../../abstract/ranges.js';
import { integerForm } from '../../smt-lib/forms.js';
import { INTEGER } from '../../types/domain.js';
import { add, subtract } from '../../types/integer.js';
import { fitting, integerAt, integerWithin } from '../arguments.js';
import { downward, type Fraction, order, polynomial } from '../linear.js';
import { monomer } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { atMostFact, exactly, onRanges, refiningRanges } from '../views.js';
import { DIRECT } from '../work.js';
import { MAX_SHIFT, shiftLeft, shiftRight } from './words.js';

/** SHL and SHR of a natural number by a count of 0..62. */

const NATURAL_AND_COUNT = [overload({ a: INTEGER, n: INTEGER }, INTEGER)];

export const shl = monomer({
  overloads: NATURAL_AND_COUNT,
  reference: (args) => {
    const a = integerAt(args, 0);
    const count = integerWithin(args, 1, 0, MAX_SHIFT);
    return a < 0 || count === undefined ? undefined : fitting(shiftLeft(a, count));
  },
  work: DIRECT,
  precondition: [needs.natural(0), needs.within(1, 0, MAX_SHIFT), needs.fitting(exactly(shiftLeftRanges))],
  few: 'run',
  transfer: onRanges(shiftLeftRanges),
  related: null,
  refine: refiningRanges((result, _, n) => [beforeShiftLeft(result, n)]),
  facts: () => [atMostFact(0, 'result')],
  linear: {
    ...polynomial((a, n) => {
      const power = powerOfTwo(n);
      return power && times(a, power);
    }),
    orders: [order(['^', 0], ['^', 0])],
  },
  smt: integerForm('shift', ({ dialect }, a, n) => dialect.shiftLeft(a, n)),
});

export const shr = monomer({
  overloads: NATURAL_AND_COUNT,
  reference: (args) => {
    const a = integerAt(args, 0);
    const count = integerWithin(args, 1, 0, MAX_SHIFT);
    return a < 0 || count === undefined ? undefined : shiftRight(a, count);
  },
  work: DIRECT,
  precondition: [needs.natural(0), needs.within(1, 0, MAX_SHIFT)],
  few: 'run',
  transfer: onRanges(shiftRightRanges),
  related: null,
  refine: refiningRanges((result, _, n) => [beforeShiftRight(result, n)]),
  facts: () => [atMostFact('result', 0)],
  linear: { result: { is: 'quotient', of: overPower }, facts: (at) => downward(at.division), orders: [order(['^', 0], ['v', 0])] },
  smt: integerForm('shift', ({ dialect }, a, n) => dialect.shiftRight(a, n)),
});

/** Division by a power of two. All roundings agree for a dividend that is not negative. */
function overPower(dividend: Polynomial, n: Polynomial): Fraction | null {
  const divisor = powerOfTwo(n);
  return divisor && { rounding: 'toward zero', dividend, divisor };
}

/** Returns the counts of a set that the precondition admits; it admits only natural numbers too. */
function counts(n: Ranges): Ranges {
  return within(n, 0, MAX_SHIFT);
}

function shiftLeftRanges(a: Ranges, n: Ranges): Ranges {
  return combine(atLeast(a, 0), counts(n), (aLo, aHi, nLo, nHi) => [shiftLeft(aLo, nLo), shiftLeft(aHi, nHi)]);
}

function shiftRightRanges(a: Ranges, n: Ranges): Ranges {
  return combine(atLeast(a, 0), counts(n), (aLo, aHi, nLo, nHi) => [shiftRight(aLo, nHi), shiftRight(aHi, nLo)]);
}

/** Returns the numbers that a shift to the left maps into `result`. */
function beforeShiftLeft(result: Ranges, n: Ranges): Ranges {
  return combine(atLeast(result, 0), counts(n), (rLo, rHi, nLo, nHi) => {
    const least = ceilingDivide(rLo, shiftLeft(1, nHi));
    const greatest = shiftRight(rHi, nLo);
    return least <= greatest ? [least, greatest] : null;
  });
}

/** Returns the numbers that a shift to the right maps into `result`. */
function beforeShiftRight(result: Ranges, n: Ranges): Ranges {
  return combine(atLeast(result, 0), counts(n), (rLo, rHi, nLo, nHi) => [shiftLeft(rLo, nLo), subtract(shiftLeft(add(rHi, 1), nHi), 1)]);
}
