import { type Abstract, INT64, integers, NEVER } from '../../abstract/abstract.js';
import { atLeast, atMost } from '../../abstract/arithmetic.js';
import { contains, highest, lowest, type Ranges } from '../../abstract/ranges.js';
import { add, divide, floorDivide, INT64_MAX, INT64_MIN, type Int, negate } from '../../types/integer.js';
import type { Analysis } from '../monomer.js';
import type { Relations } from '../relation.js';
import { atMostFact, boundsAt, factsOnBounds, isUnreached, rangesAt } from '../views.js';

/** What DIV and FLOOR_DIV, which differ only below 0, have in common. */

/** The divisor is not 0, and it is not the one quotient that does not fit: the least integer by -1. */
export function quotientNeed(args: readonly Abstract[]): boolean {
  const divisor = rangesAt(args, 1);
  if (contains(divisor, 0)) return false;
  return !(contains(rangesAt(args, 0), INT64_MIN) && contains(divisor, -1));
}

/** a / a is 1; and where a >= 0 and b >= 1, a <= b + k gives a / b <= 1 + k / b, and likewise from below. */
export function quotientRelated(args: readonly Abstract[], relations: Relations): Abstract {
  if (isUnreached(args)) return NEVER;
  if (relations.same(0, 1)) return integers(1, 1);
  const divisor = boundsAt(args, 1);
  if (boundsAt(args, 0).lo < 0 || divisor.lo < 1) return INT64;
  const above = relations.difference(0, 1);
  const below = relations.difference(1, 0);
  return integers(
    below === undefined || below > 0 ? 0 : add(1, divide(negate(below), divisor.hi)),
    above === undefined ? INT64_MAX : above < 0 ? 0 : add(1, divide(above, divisor.lo)),
  );
}

/** The quotient is no farther from 0 than the dividend, on the same side or on the other. */
export const quotientFacts: NonNullable<Analysis['facts']> = factsOnBounds((_, a) => [
  ...(a.lo >= 0 ? [atMostFact('result', 0)] : []),
  ...(a.hi <= 0 ? [atMostFact(0, 'result')] : []),
]);

/** What remains of a positive divisor of a dividend that is not negative: q * b <= a < (q + 1) * b. */
export function divisorRanges(quotient: Ranges, dividend: Ranges, divisor: Ranges): Ranges {
  if (lowest(dividend) < 0 || lowest(divisor) < 1) return divisor;
  const least = lowest(quotient);
  const below = least >= 1 ? atMost(divisor, floorDivide(highest(dividend), least)) : divisor;
  return atLeast(below, aboveShare(lowest(dividend), highest(quotient)));
}

/** The least b with a < (q + 1) * b. */
function aboveShare(a: Int, q: Int): Int {
  return q < 0 ? 1 : add(floorDivide(a, add(q, 1)), 1);
}
