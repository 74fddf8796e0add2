import { minimum } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { TWO_INTEGERS } from './overloads.js';

export const min: Monomer = {
  index: 9,
  name: 'MIN',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The lesser of two integers.',
  needs: null,
  range: 'from the lesser lower bound to the lesser upper bound',
  effect: 'pure',
  examples: [
    { arguments: [2, 3], result: 2 },
    { arguments: [3, 2], result: 2 },
    { arguments: [-1, -1], result: -1 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: '-9223372036854775808' },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => minimum(integerAt(args, 0), integerAt(args, 1)),
};
