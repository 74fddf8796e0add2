import { INTEGER } from '../../domain.js';
import { type Int, normalize } from '../../integer.js';
import { integerAt, integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { fitting } from './overloads.js';

/** The greatest exponent: 2 to the 63 is already beyond the greatest integer, -2 to the 63 is the least. */
export const MAX_EXPONENT = 63;

/** Exactly `base` to the `exponent`, of any size; 0 to the 0 is 1. The exponent is in 0..{@link MAX_EXPONENT}. */
export function raise(base: Int, exponent: number): Int {
  return normalize(BigInt(base) ** BigInt(exponent));
}

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
  reference: (args) => {
    const exponent = integerWithin(args, 1, 0, MAX_EXPONENT);
    return exponent === undefined ? undefined : fitting(raise(integerAt(args, 0), exponent));
  },
};
