import type { Abstract } from '../../abstract/abstract.js';
import { atLeast, atMost, combine, within } from '../../abstract/arithmetic.js';
import { ceilingDivide } from '../../abstract/division.js';
import { isSubset, type Ranges } from '../../abstract/ranges.js';
import { add, subtract } from '../../types/integer.js';
import { rangesAt } from '../views.js';
import { MAX_SHIFT, shiftLeft, shiftRight } from './bits.js';

/** Shifts of sets of integers: only natural numbers and counts of 0..62 count, as the need of SHL and SHR has it. */

function counts(n: Ranges): Ranges {
  return within(n, 0, MAX_SHIFT);
}

export function shiftLeftRanges(a: Ranges, n: Ranges): Ranges {
  return combine(atLeast(a, 0), counts(n), (aLo, aHi, nLo, nHi) => [shiftLeft(aLo, nLo), shiftLeft(aHi, nHi)]);
}

export function shiftRightRanges(a: Ranges, n: Ranges): Ranges {
  return combine(atLeast(a, 0), counts(n), (aLo, aHi, nLo, nHi) => [shiftRight(aLo, nHi), shiftRight(aHi, nLo)]);
}

/** The numbers that a shift to the left takes to `result`. */
export function beforeShiftLeft(result: Ranges, n: Ranges): Ranges {
  return combine(atLeast(result, 0), counts(n), (rLo, rHi, nLo, nHi) => {
    const least = ceilingDivide(rLo, shiftLeft(1, nHi));
    const greatest = shiftRight(rHi, nLo);
    return least <= greatest ? [least, greatest] : null;
  });
}

/** The numbers that a shift to the right takes to `result`. */
export function beforeShiftRight(result: Ranges, n: Ranges): Ranges {
  return combine(atLeast(result, 0), counts(n), (rLo, rHi, nLo, nHi) => [shiftLeft(rLo, nLo), subtract(shiftLeft(add(rHi, 1), nHi), 1)]);
}

/** True where no argument can be negative and no count beyond 62. */
export function isShift(args: readonly Abstract[]): boolean {
  return atMost(rangesAt(args, 0), -1).length === 0 && isSubset(rangesAt(args, 1), [0, MAX_SHIFT]);
}
