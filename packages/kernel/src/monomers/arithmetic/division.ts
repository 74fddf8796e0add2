import { type AbstractValue, INT64, integers } from '../../abstract/abstract.js';
import { atLeast, atMost } from '../../abstract/arithmetic.js';
import { dividendRanges, floorDividendRanges, floorRemainderRanges, quotientRanges, remainderRanges } from '../../abstract/division.js';
import { minus, type Polynomial, ZERO } from '../../abstract/polynomial.js';
import { contains, highest, lowest, type Ranges } from '../../abstract/ranges.js';
import type { DivisionRounding } from '../../smt-lib/dialect.js';
import { integerForm } from '../../smt-lib/forms.js';
import { add, divide, floorDivide, floorRemainder, INT64_MAX, INT64_MIN, type Int, negate, remainder } from '../../types/integer.js';
import type { Facts } from '../analysis.js';
import { fitting, integerAt } from '../arguments.js';
import { downward, type Fraction, type Linear, type LinearApplication, type LinearFact, type Monotonicity, order } from '../linear.js';
import { monomer, type Semantics } from '../monomer.js';
import { TWO_INTEGERS } from '../overloads.js';
import { needs } from '../precondition.js';
import type { Relations } from '../relation.js';
import { atMostFact, boundsAt, factsOnBounds, onRanges, rangesAt, refiningRanges } from '../views.js';
import { DIRECT } from '../work.js';

/** DIV and MOD truncate; FLOOR_DIV and FLOOR_MOD round down. The two roundings differ only for negative quotients. */

function truncated(dividend: Polynomial, divisor: Polynomial): Fraction {
  return { rounding: 'toward zero', dividend, divisor };
}

function floored(dividend: Polynomial, divisor: Polynomial): Fraction {
  return { rounding: 'down', dividend, divisor };
}

/** A truncated quotient is rounded down if the dividend is not negative, and up if it is not positive. */
function towardZero(at: LinearApplication): readonly LinearFact[] {
  if (at.division === undefined) return [];
  const divisor = at.atLeast(1, 1);
  const mirrored = { ...at.division, dividend: minus(ZERO, at.division.dividend), quotient: minus(ZERO, at.division.quotient) };
  return [...downward(at.division, divisor, at.atLeast(0, 0)), ...downward(mirrored, divisor, at.atMost(0, 0))];
}

function roundedDown(at: LinearApplication): readonly LinearFact[] {
  return downward(at.division, at.atLeast(1, 1));
}

/**
 * Both roundings are monotone. For a positive divisor, the quotient rises with the dividend. For a dividend that is not negative,
 * it falls with the divisor.
 */
const QUOTIENT: readonly Monotonicity[] = [order(['^', null], ['=', 1]), order(['^', 0], ['v', 1])];

/** The differences between DIV and FLOOR_DIV. */
interface Quotient {
  readonly divide: (a: Int, b: Int) => Int;
  /** Returns the dividends whose quotients by a positive divisor lie in `quotient`. */
  readonly dividends: (quotient: Ranges, divisor: Ranges) => Ranges;
  readonly division: DivisionRounding;
  readonly linear: Linear;
}

function quotient({ divide: quotientOf, dividends, division, linear }: Quotient): Semantics {
  return monomer({
    overloads: TWO_INTEGERS,
    reference: (args) => {
      const divisor = integerAt(args, 1);
      return divisor === 0 ? undefined : fitting(quotientOf(integerAt(args, 0), divisor));
    },
    work: DIRECT,
    precondition: [needs.notZero(1), needs.fitting(extremes)],
    few: 'run',
    transfer: onRanges((a, b) => quotientRanges(a, b, quotientOf)),
    related: quotientRelated,
    refine: refiningRanges((result, a, b) => [lowest(b) < 1 ? a : dividends(result, b), divisorRanges(result, a, b)]),
    // The quotient is no farther from 0 than the dividend, on the same side or on the other.
    facts: factsOnBounds((_, a) => [...(a.lo >= 0 ? [atMostFact('result', 0)] : []), ...(a.hi <= 0 ? [atMostFact(0, 'result')] : [])]),
    linear,
    smt: integerForm('other', ({ dialect }, a, b) => dialect.quotient(division, a, b)),
  });
}

export const div = quotient({
  divide,
  dividends: dividendRanges,
  division: 'truncated',
  linear: { result: { is: 'quotient', of: truncated }, facts: towardZero, orders: QUOTIENT },
});
export const floorDiv = quotient({
  divide: floorDivide,
  dividends: floorDividendRanges,
  division: 'floored',
  linear: { result: { is: 'quotient', of: floored }, facts: roundedDown, orders: QUOTIENT },
});

/** Only one quotient does not fit 64 bits: that of the least integer by -1. */
function extremes(args: readonly AbstractValue[]): Ranges {
  const isBeyond = contains(rangesAt(args, 0), INT64_MIN) && contains(rangesAt(args, 1), -1);
  return [INT64_MIN, isBeyond ? negate(INT64_MIN) : INT64_MAX];
}

/** a / a is 1. For a >= 0 and b >= 1, a <= b + k implies a / b <= 1 + k / b; the lower bound is analogous. */
function quotientRelated(args: readonly AbstractValue[], relations: Relations): AbstractValue {
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

/** Narrows a positive divisor, for a dividend that is not negative: q * b <= a < (q + 1) * b. */
function divisorRanges(result: Ranges, dividend: Ranges, divisor: Ranges): Ranges {
  if (lowest(dividend) < 0 || lowest(divisor) < 1) return divisor;
  const least = lowest(result);
  const below = least >= 1 ? atMost(divisor, floorDivide(highest(dividend), least)) : divisor;
  return atLeast(below, aboveShare(lowest(dividend), highest(result)));
}

/** Returns the least b with a < (q + 1) * b. */
function aboveShare(a: Int, q: Int): Int {
  return q < 0 ? 1 : add(floorDivide(a, add(q, 1)), 1);
}

/** The differences between MOD and FLOOR_MOD. */
interface Remainder {
  readonly remain: (a: Int, b: Int) => Int;
  readonly ranges: (a: Ranges, b: Ranges) => Ranges;
  readonly facts: Facts;
  readonly division: DivisionRounding;
  readonly linear: Linear;
}

function remaining({ remain, ranges, facts, division, linear }: Remainder): Semantics {
  return monomer({
    overloads: TWO_INTEGERS,
    reference: (args) => {
      const divisor = integerAt(args, 1);
      return divisor === 0 ? undefined : remain(integerAt(args, 0), divisor);
    },
    work: DIRECT,
    precondition: [needs.notZero(1)],
    few: 'run',
    transfer: onRanges(ranges),
    related: remainderRelated,
    refine: null,
    facts,
    linear,
    smt: integerForm('other', ({ dialect }, a, b) => dialect.remainder(division, a, b)),
  });
}

/** a % a is 0. If 0 <= a < b, the remainder of a by b is a. */
function remainderRelated(args: readonly AbstractValue[], relations: Relations): AbstractValue {
  if (relations.same(0, 1)) return integers(0, 0);
  const above = relations.difference(0, 1);
  if (above === undefined || above >= 0 || boundsAt(args, 0).lo < 0) return INT64;
  return args[0] ?? INT64;
}

export const mod = remaining({
  remain: remainder,
  ranges: remainderRanges,
  facts: factsOnBounds((_, a, b) => [
    ...(a.lo >= 0 ? [atMostFact('result', 0)] : []),
    ...(a.hi <= 0 ? [atMostFact(0, 'result')] : []),
    ...(a.lo >= 0 && a.hi < b.lo ? [atMostFact(0, 'result')] : []),
    ...(b.lo > 0 ? [atMostFact('result', 1, 1)] : []),
    ...(b.hi < 0 ? [atMostFact(1, 'result', 1)] : []),
  ]),
  division: 'truncated',
  linear: { result: { is: 'remainder', of: truncated }, facts: towardZero },
});

export const floorMod = remaining({
  remain: floorRemainder,
  ranges: floorRemainderRanges,
  facts: factsOnBounds((_, a, b) => [
    ...(b.lo > 0 ? [atMostFact('result', 1, 1)] : []),
    ...(b.hi < 0 ? [atMostFact(1, 'result', 1)] : []),
    ...(a.lo >= 0 && b.lo > 0 ? [atMostFact('result', 0)] : []),
    ...(a.hi <= 0 && b.hi < 0 ? [atMostFact(0, 'result')] : []),
    ...(a.lo >= 0 && a.hi < b.lo ? [atMostFact(0, 'result')] : []),
  ]),
  division: 'floored',
  linear: { result: { is: 'remainder', of: floored }, facts: roundedDown },
});
