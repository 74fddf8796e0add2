import { transform } from '../../abstract/arithmetic.js';
import { ceilingDivide } from '../../abstract/division.js';
import type { Ranges } from '../../abstract/ranges.js';
import { add, compare, floorDivide, type Int, multiply, negate, remainder, subtract } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { fitting, THREE_INTEGERS } from './overloads.js';
import { proportionAnalysis } from './proportion.js';

/** The quotient of two exact integers of any size rounded to the nearest, halves to the even one; `divisor` is not zero. */
export function divideEven(dividend: Int, divisor: Int): Int {
  if (divisor < 0) return divideEven(negate(dividend), negate(divisor));
  const below = floorDivide(dividend, divisor);
  const rest = subtract(dividend, multiply(below, divisor));
  const half = compare(multiply(rest, 2), divisor);
  const up = half > 0 || (half === 0 && remainder(below, 2) !== 0);
  return up ? add(below, 1) : below;
}

const reference = (args: readonly Value[]): Value | undefined => {
  const divisor = integerAt(args, 2);
  return divisor === 0 ? undefined : fitting(divideEven(multiply(integerAt(args, 0), integerAt(args, 1)), divisor));
};

/** The products p with lo - 1/2 <= p / c <= hi + 1/2. */
function productsRoundedTo(result: Ranges, c: Int): Ranges {
  return transform(result, (lo, hi) => [
    ceilingDivide(multiply(subtract(multiply(lo, 2), 1), c), 2),
    floorDivide(multiply(add(multiply(hi, 2), 1), c), 2),
  ]);
}

const analysis: Analysis = proportionAnalysis({ quotient: divideEven, products: productsRoundedTo });

export const muldivEven: Monomer = {
  index: 14,
  name: 'MULDIV_EVEN',
  family: 'arithmetic',
  signature: '(a int, b int, c int) → int',
  description: 'The product of a and b divided by c, the exact quotient rounded to the nearest integer, halves to the even one.',
  needs: 'c is not 0, and the rounded quotient fits 64 bits',
  range: 'between the least and the greatest rounded quotient of the bounds, 0 left out of c',
  effect: 'pure',
  examples: [
    { arguments: [5, 1, 2], result: 2 },
    { arguments: [7, 1, 2], result: 4 },
    { arguments: [-5, 1, 2], result: -2 },
    { arguments: [1000, 155, 10000], result: 16 },
    { arguments: ['9223372036854775807', '9223372036854775807', '9223372036854775807'], result: '9223372036854775807' },
  ],
  overloads: THREE_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
