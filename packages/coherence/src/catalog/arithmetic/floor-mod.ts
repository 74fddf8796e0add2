import { floorRemainder } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { TWO_INTEGERS } from './overloads.js';

export const floorMod: Monomer = {
  index: 6,
  name: 'FLOOR_MOD',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The remainder of FLOOR_DIV, with the sign of b.',
  needs: 'b is not 0',
  range: 'nearer to 0 than b, on the side of b',
  effect: 'pure',
  examples: [
    { arguments: [7, 3], result: 1 },
    { arguments: [-7, 3], result: 2 },
    { arguments: [7, -3], result: -2 },
    { arguments: ['-9223372036854775808', -1], result: 0 },
    { arguments: [-1, '9223372036854775807'], result: '9223372036854775806' },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => {
    const divisor = integerAt(args, 1);
    return divisor === 0 ? undefined : floorRemainder(integerAt(args, 0), divisor);
  },
};
