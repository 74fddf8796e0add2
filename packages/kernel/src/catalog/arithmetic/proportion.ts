import { type Abstract, INT64, integers, NEVER } from '../../abstract/abstract.js';
import { fits, multiplyRanges } from '../../abstract/arithmetic.js';
import { factorRanges, quotientRanges } from '../../abstract/division.js';
import { contains, highest, lowest, type Ranges } from '../../abstract/ranges.js';
import { type Int, maximum, minimum } from '../../types/integer.js';
import type { Analysis } from '../monomer.js';
import { NO_RELATIONS, type Operand, type RelationFact, type Relations } from '../relation.js';
import { atMostFact, boundsAt, isAtMost, isUnreached, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';

/**
 * What MULDIV and MULDIV_EVEN have in common: a * b / c, rounded to an integer in a way that is monotone and
 * keeps integers. So where 0 <= b <= c, it lies between 0 and a; and the other way round in a and b.
 */

export interface Rounding {
  /** a / b, rounded; b is not 0. */
  readonly quotient: (a: Int, b: Int) => Int;
  /** The products p for which p / c, rounded, lies in `result`, for a constant c of at least 1. */
  readonly products: (result: Ranges, c: Int) => Ranges;
}

export function proportionAnalysis({ quotient, products }: Rounding): Analysis {
  const proportion = (a: Ranges, b: Ranges, c: Ranges) => quotientRanges(multiplyRanges(a, b), c, quotient);
  return {
    transfer: onRanges(proportion),
    need: whereReached((args, relations) => {
      if (contains(rangesAt(args, 2), 0)) return false;
      if (isShare(args, relations, 0) || isShare(args, relations, 1)) return true;
      return fits(proportion(rangesAt(args, 0), rangesAt(args, 1), rangesAt(args, 2)));
    }),
    related: (args, relations) => {
      if (isUnreached(args)) return NEVER;
      if (isShare(args, relations, 1)) return towardZero(args, 0);
      return isShare(args, relations, 0) ? towardZero(args, 1) : INT64;
    },
    refine: refiningRanges((result, a, b, c) => {
      const divisor = lowest(c);
      if (divisor < 1 || highest(c) !== divisor) return [];
      const product = products(result, divisor);
      return [factorOf(product, a, b), factorOf(product, b, a)];
    }),
    facts: (args, result) => (isUnreached(args) || result.kind === 'never' ? [] : [...shareFacts(args, 0, 1), ...shareFacts(args, 1, 0)]),
  };
}

/** True where 0 <= args[factor] <= args[2]: then the divisor, which is not 0, is positive. */
function isShare(args: readonly Abstract[], relations: Relations, factor: number): boolean {
  const part = boundsAt(args, factor);
  const whole = boundsAt(args, 2);
  if (part.lo < 0) return false;
  return part.hi <= whole.lo || isAtMost(relations, factor, 2);
}

function towardZero(args: readonly Abstract[], position: number): Abstract {
  const { lo, hi } = boundsAt(args, position);
  return integers(minimum(lo, 0), maximum(hi, 0));
}

/** What holds between the result and `operand` where the other factor is no more, or no less, than the divisor. */
function shareFacts(args: readonly Abstract[], operand: number, factor: number): readonly RelationFact<Operand>[] {
  const { lo, hi } = boundsAt(args, operand);
  if (isShare(args, NO_RELATIONS, factor)) {
    return [...(lo >= 0 ? [atMostFact('result', operand)] : []), ...(hi <= 0 ? [atMostFact(operand, 'result')] : [])];
  }
  const divisor = boundsAt(args, 2);
  const isMultiple = divisor.lo >= 0 && boundsAt(args, factor).lo >= divisor.hi;
  return isMultiple && lo >= 0 ? [atMostFact(operand, 'result')] : [];
}

/** What remains of the factor `a` where the other one is a constant other than 0. */
export function factorOf(product: Ranges, a: Ranges, other: Ranges): Ranges {
  const constant = lowest(other);
  return constant === highest(other) && constant !== 0 ? factorRanges(product, constant) : a;
}
