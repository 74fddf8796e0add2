import { atLeast, atMost, multiplyRanges } from '../../abstract/arithmetic.js';
import { highest, isSubset, range } from '../../abstract/ranges.js';
import { type Domain, INTEGER } from '../../types/domain.js';
import { type Int, multiply, normalize, subtract } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt, integerWithin } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { literalParameter, parameter } from '../schemes.js';
import { onRanges, rangesAt, whereReached } from '../views.js';

const WIDTHS: Domain = { kind: 'integer', lo: 1, hi: 63 };

/** The number of values of `bits` bits. */
export function twoToThe(bits: number): Int {
  return normalize(1n << BigInt(bits));
}

const reference = (args: readonly Value[]): Value | undefined => {
  const a = integerAt(args, 0);
  const b = integerAt(args, 1);
  const bits = integerWithin(args, 2, 1, 63);
  if (bits === undefined || a < 0 || b < 0) return undefined;
  return normalize(BigInt.asUintN(bits, BigInt(multiply(a, b))));
};

const analysis: Analysis = {
  transfer: onRanges((a, b, bits) => {
    const product = multiplyRanges(atLeast(a, 0), atLeast(b, 0));
    const greatest = subtract(twoToThe(Number(highest(bits))), 1);
    return isSubset(product, range(0, greatest)) ? product : range(0, greatest);
  }),
  need: whereReached((args) => atMost(rangesAt(args, 0), -1).length === 0 && atMost(rangesAt(args, 1), -1).length === 0),
};

export const mulWrap: Monomer = {
  index: 15,
  name: 'MUL_WRAP',
  family: 'arithmetic',
  signature: '(a nat, b nat, bits literal 1..63) → nat',
  description: 'The product of a and b modulo 2 to the bits; the product is exact inside and may exceed 64 bits.',
  needs: 'a and b are not negative',
  range: '0 to 2 to the bits less 1; the exact product where it cannot wrap',
  effect: 'pure',
  examples: [
    { arguments: [200, 200, 8], result: 64 },
    { arguments: [15, 17, 8], result: 255 },
    { arguments: [16777619, 2166136261, 32], result: 84696351 },
    { arguments: ['9223372036854775807', '9223372036854775807', 63], result: 1 },
    { arguments: [3, 5, 1], result: 1 },
  ],
  overloads: [
    { parameters: [parameter('a', INTEGER), parameter('b', INTEGER), literalParameter('bits', INTEGER, WIDTHS)], result: INTEGER },
  ],
  reference,
  analysis: exactOnFew(reference, analysis),
};
