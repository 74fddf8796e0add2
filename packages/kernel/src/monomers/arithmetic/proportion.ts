import { type AbstractValue, INT64, ofRanges } from '../../abstract/abstract.js';
import { multiplyRanges, transform } from '../../abstract/arithmetic.js';
import { ceilingDivide, dividendRanges, quotientRanges } from '../../abstract/division.js';
import { minus, type Polynomial, plus, product, times } from '../../abstract/polynomial.js';
import { highest, lowest, type Ranges } from '../../abstract/ranges.js';
import type { IntegerTerm } from '../../smt-lib/dialect.js';
import { absolute, integerForm } from '../../smt-lib/forms.js';
import { and, FALSE_FORMULA, or } from '../../smt-lib/formulas.js';
import type { Terms } from '../../smt-lib/terms.js';
import {
  add,
  compare,
  divide,
  floorDivide,
  type Int,
  maximum,
  minimum,
  multiply,
  negate,
  remainder,
  subtract,
} from '../../types/integer.js';
import { fitting, integerAt } from '../arguments.js';
import { downward, type Fraction, fact, type Linear, linearFacts, type Monotonicity, order } from '../linear.js';
import { monomer, type Semantics } from '../monomer.js';
import { THREE_INTEGERS } from '../overloads.js';
import { needs } from '../precondition.js';
import { type DifferenceOperand, NO_RELATIONS, type RelationFact, type Relations } from '../relation.js';
import { atMostFact, boundsAt, exactly, isAtMost, onRanges, refiningRanges } from '../views.js';
import { DIRECT } from '../work.js';
import { factorOf } from './products.js';

/**
 * MULDIV and MULDIV_EVEN: a * b / c, rounded to an integer. Both roundings are monotone and leave integers unchanged. So if 0 <=
 * b <= c, the result lies between 0 and a; the same holds with a and b exchanged.
 */

interface Rounding {
  /** Returns a / b, rounded; b is not 0. */
  readonly quotient: (a: Int, b: Int) => Int;
  /** Returns the products p whose rounded p / c lies in `result`, for a constant c of at least 1. */
  readonly products: (result: Ranges, c: Int) => Ranges;
  readonly linear: Linear;
  readonly form: (terms: Terms, dividend: IntegerTerm, divisor: IntegerTerm) => IntegerTerm;
}

function proportion({ quotient, products, linear, form }: Rounding): Semantics {
  const proportions = (a: Ranges, b: Ranges, c: Ranges) => quotientRanges(multiplyRanges(a, b), c, quotient);
  return monomer({
    overloads: THREE_INTEGERS,
    reference: (args) => {
      const divisor = integerAt(args, 2);
      return divisor === 0 ? undefined : fitting(quotient(multiply(integerAt(args, 0), integerAt(args, 1)), divisor));
    },
    work: DIRECT,
    precondition: [needs.notZero(2), needs.fitting((args, relations) => byShare(args, relations) ?? exactly(proportions)(args))],
    few: 'run',
    transfer: onRanges(proportions),
    related: (args, relations) => {
      const share = byShare(args, relations);
      return share === null ? INT64 : ofRanges(share);
    },
    refine: refiningRanges((result, a, b, c) => {
      const divisor = lowest(c);
      if (divisor < 1 || highest(c) !== divisor) return [];
      const dividends = products(result, divisor);
      return [factorOf(dividends, a, b), factorOf(dividends, b, a)];
    }),
    facts: (args) => [...shareFacts(args, 0, 1), ...shareFacts(args, 1, 0)],
    linear,
    smt: integerForm('other', (terms, a, b, c) => {
      const dividend = terms.dialect.multiply(a, b);
      return dividend && form(terms, terms.named(dividend), c);
    }),
  });
}

/** Both roundings are monotone, so that the result has the monotonicity of the exact fraction. */
const SHARE: readonly Monotonicity[] = [
  order(['^', null], ['=', 0], ['=', 1]),
  order(['=', 0], ['^', null], ['=', 1]),
  order(['^', 0], ['^', 0], ['v', 1]),
];

export const muldiv = proportion({
  quotient: divide,
  products: (result, c) => dividendRanges(result, [c, c]),
  linear: {
    result: { is: 'quotient', of: truncatedShare },
    facts: (at) => downward(at.division, at.atLeast(0, 0), at.atLeast(1, 0), at.atLeast(2, 1)),
    orders: SHARE,
  },
  form: ({ dialect }, dividend, divisor) => dialect.quotient('truncated', dividend, divisor),
});

export const muldivEven = proportion({
  quotient: divideEven,
  products: productsRoundedTo,
  // The rounded quotient differs from the exact one by at most one half: |a * b - c * r| <= c / 2.
  linear: linearFacts(
    (at) => {
      const rest = minus(times(at.value(0), at.value(1)), times(at.value(2), at.result));
      const divisor = at.atLeast(2, 1);
      return [fact(plus(at.value(2), rest, -2n), divisor), fact(plus(at.value(2), rest, 2n), divisor)];
    },
    ...SHARE,
  ),
  form: divideEvenForm,
});

function truncatedShare(a: Polynomial, b: Polynomial, divisor: Polynomial): Fraction | null {
  const dividend = product(a, b);
  return dividend && { rounding: 'toward zero', dividend, divisor };
}

/** Returns the range from 0 to one factor if the other factor is a share of the divisor; `null` if neither is. */
function byShare(args: readonly AbstractValue[], relations: Relations): Ranges | null {
  const other = isShare(args, relations, 1) ? 0 : isShare(args, relations, 0) ? 1 : null;
  if (other === null) return null;
  const { lo, hi } = boundsAt(args, other);
  return [minimum(lo, 0), maximum(hi, 0)];
}

/** Returns true if 0 <= args[factor] <= args[2]. The divisor is then positive, since it is not 0. */
function isShare(args: readonly AbstractValue[], relations: Relations, factor: number): boolean {
  const part = boundsAt(args, factor);
  const whole = boundsAt(args, 2);
  if (part.lo < 0) return false;
  return part.hi <= whole.lo || isAtMost(relations, factor, 2);
}

/** Returns facts between the result and `operand` if the other factor is at most, or at least, the divisor. */
function shareFacts(args: readonly AbstractValue[], operand: number, factor: number): readonly RelationFact<DifferenceOperand>[] {
  const { lo, hi } = boundsAt(args, operand);
  if (isShare(args, NO_RELATIONS, factor)) {
    return [...(lo >= 0 ? [atMostFact('result', operand)] : []), ...(hi <= 0 ? [atMostFact(operand, 'result')] : [])];
  }
  const divisor = boundsAt(args, 2);
  const isMultiple = divisor.lo >= 0 && boundsAt(args, factor).lo >= divisor.hi;
  return isMultiple && lo >= 0 ? [atMostFact(operand, 'result')] : [];
}

/**
 * Returns the quotient of two exact integers of any size, rounded to the nearest integer and from a half to the even one.
 * `divisor` is not zero.
 */
export function divideEven(dividend: Int, divisor: Int): Int {
  if (divisor < 0) return divideEven(negate(dividend), negate(divisor));
  const below = floorDivide(dividend, divisor);
  const rest = subtract(dividend, multiply(below, divisor));
  const half = compare(multiply(rest, 2), divisor);
  const up = half > 0 || (half === 0 && remainder(below, 2) !== 0);
  return up ? add(below, 1) : below;
}

/** Returns the products p with lo - 1/2 <= p / c <= hi + 1/2. */
function productsRoundedTo(result: Ranges, c: Int): Ranges {
  return transform(result, (lo, hi) => [
    ceilingDivide(multiply(subtract(multiply(lo, 2), 1), c), 2),
    floorDivide(multiply(add(multiply(hi, 2), 1), c), 2),
  ]);
}

/**
 * Encodes the quotient rounded to the nearest integer, and from a half to the even one. If the divisor is negative, both operands
 * change their signs.
 */
function divideEvenForm(terms: Terms, dividend: IntegerTerm, divisor: IntegerTerm): IntegerTerm {
  const { dialect } = terms;
  const zero = dialect.literal(0n);
  const one = dialect.literal(1n);
  const isNegative = divisor.bounds.lo >= 0n ? FALSE_FORMULA : terms.formula(dialect.compare('<', divisor, zero));
  const a = terms.named(dialect.choose(isNegative, dialect.subtract(zero, dividend), dividend));
  const b = terms.named(absolute(terms, divisor));
  const below = terms.named(dialect.quotient('floored', a, b));
  const rest = terms.named(dialect.remainder('floored', a, b));
  const twice = terms.named(dialect.add(rest, rest));
  const isOdd = dialect.compare('=', dialect.remainder('floored', below, dialect.literal(2n)), one);
  const isUp = or(dialect.compare('<', b, twice), and(dialect.compare('=', b, twice), isOdd));
  return dialect.choose(terms.formula(isUp), dialect.add(below, one), below);
}
