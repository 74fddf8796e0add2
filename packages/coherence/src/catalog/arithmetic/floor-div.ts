import { floorDivide } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { fitting, TWO_INTEGERS } from './overloads.js';

export const floorDiv: Monomer = {
  index: 5,
  name: 'FLOOR_DIV',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The quotient of two integers, rounded down (toward minus infinity).',
  needs: 'b is not 0, and the quotient fits 64 bits (the least integer by -1 does not)',
  range: 'between the least and the greatest quotient of the bounds, 0 left out of b',
  effect: 'pure',
  examples: [
    { arguments: [7, 2], result: 3 },
    { arguments: [-7, 2], result: -4 },
    { arguments: [7, -2], result: -4 },
    { arguments: [-8, 2], result: -4 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: -2 },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => {
    const divisor = integerAt(args, 1);
    return divisor === 0 ? undefined : fitting(floorDivide(integerAt(args, 0), divisor));
  },
};
