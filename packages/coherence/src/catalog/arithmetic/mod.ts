import { remainder } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { TWO_INTEGERS } from './overloads.js';

export const mod: Monomer = {
  index: 4,
  name: 'MOD',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The remainder of DIV, with the sign of a; the least integer by -1 gives 0.',
  needs: 'b is not 0',
  range: 'nearer to 0 than b, no farther from it than a, on the side of a',
  effect: 'pure',
  operator: 'a % b',
  examples: [
    { arguments: [7, 3], result: 1 },
    { arguments: [-7, 3], result: -1 },
    { arguments: [7, -3], result: 1 },
    { arguments: ['-9223372036854775808', -1], result: 0 },
    { arguments: ['9223372036854775807', 10], result: 7 },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => {
    const divisor = integerAt(args, 1);
    return divisor === 0 ? undefined : remainder(integerAt(args, 0), divisor);
  },
};
