import { INT64, ofRanges } from '../../abstract/abstract.js';
import { atLeast, clip, multiplyRanges, squareRanges } from '../../abstract/arithmetic.js';
import { factorRanges } from '../../abstract/division.js';
import { product } from '../../abstract/polynomial.js';
import { highest, isSubset, lowest, type Ranges, range } from '../../abstract/ranges.js';
import { integerForm } from '../../smt-lib/forms.js';
import { type Domain, INTEGER } from '../../types/domain.js';
import { type Int, multiply, normalize, subtract } from '../../types/integer.js';
import { fitting, integerAt, integerWithin } from '../arguments.js';
import { order, polynomial } from '../linear.js';
import { monomer } from '../monomer.js';
import { literalParameter, parameter, TWO_INTEGERS } from '../overloads.js';
import { needs } from '../precondition.js';
import { type Bounds, boundsOf, differenceWithin, exactly, factsOnBounds, onRanges, rangesAt, refiningRanges } from '../views.js';
import { DIRECT } from '../work.js';

/** MUL and MUL_WRAP. */

/** Narrows the factor `a` if the other one is a constant other than 0. */
export function factorOf(products: Ranges, a: Ranges, other: Ranges): Ranges {
  const constant = lowest(other);
  return constant === highest(other) && constant !== 0 ? factorRanges(products, constant) : a;
}

/** The bounds of a * (b - 1). */
function excess(a: Bounds, b: Bounds): Bounds {
  return boundsOf(multiplyRanges([a.lo, a.hi], [subtract(b.lo, 1), subtract(b.hi, 1)]));
}

export const mul = monomer({
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(multiply(integerAt(args, 0), integerAt(args, 1))),
  work: DIRECT,
  precondition: [needs.fitting(exactly(multiplyRanges))],
  few: 'run',
  transfer: onRanges(multiplyRanges),
  related: (args, relations) => (relations.same(0, 1) ? ofRanges(clip(squareRanges(rangesAt(args, 0)))) : INT64),
  refine: refiningRanges((result, a, b) => [factorOf(result, a, b), factorOf(result, b, a)]),
  // a * b - a = a * (b - 1)
  facts: factsOnBounds((_, a, b) => [...differenceWithin('result', 0, excess(a, b)), ...differenceWithin('result', 1, excess(b, a))]),
  linear: {
    ...polynomial(product),
    orders: [order(['^', null], ['=', 0]), order(['=', 0], ['^', null]), order(['^', 0], ['^', 0])],
  },
  smt: integerForm('other', ({ dialect }, a, b) => dialect.multiply(a, b)),
});

const WIDTHS: Domain = { kind: 'integer', lo: 1, hi: 63 };

/** Returns the number of values of `bits` bits. */
function twoToThe(bits: number): Int {
  return normalize(1n << BigInt(bits));
}

export const mulWrap = monomer({
  overloads: [
    { parameters: [parameter('a', INTEGER), parameter('b', INTEGER), literalParameter('bits', INTEGER, WIDTHS)], result: INTEGER },
  ],
  reference: (args) => {
    const a = integerAt(args, 0);
    const b = integerAt(args, 1);
    const bits = integerWithin(args, 2, 1, 63);
    if (bits === undefined || a < 0 || b < 0) return undefined;
    return normalize(BigInt.asUintN(bits, BigInt(multiply(a, b))));
  },
  work: DIRECT,
  precondition: [needs.natural(0), needs.natural(1)],
  few: 'run',
  transfer: onRanges((a, b, bits) => {
    const products = multiplyRanges(atLeast(a, 0), atLeast(b, 0));
    const greatest = subtract(twoToThe(Number(highest(bits))), 1);
    return isSubset(products, range(0, greatest)) ? products : range(0, greatest);
  }),
  related: null,
  refine: null,
  facts: null,
  linear: null,
  smt: integerForm('other', ({ dialect }, a, b, bits) =>
    bits.bounds.lo === bits.bounds.hi ? dialect.multiplyModulo(a, b, Number(bits.bounds.lo)) : null,
  ),
});
