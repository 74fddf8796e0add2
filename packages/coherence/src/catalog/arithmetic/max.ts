import { maximum } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { TWO_INTEGERS } from './overloads.js';

export const max: Monomer = {
  index: 10,
  name: 'MAX',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The greater of two integers.',
  needs: null,
  range: 'from the greater lower bound to the greater upper bound',
  effect: 'pure',
  examples: [
    { arguments: [2, 3], result: 3 },
    { arguments: [3, 2], result: 3 },
    { arguments: [-1, -1], result: -1 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: '9223372036854775807' },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => maximum(integerAt(args, 0), integerAt(args, 1)),
};
