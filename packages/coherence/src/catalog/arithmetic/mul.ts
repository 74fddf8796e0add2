import { multiply } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { fitting, TWO_INTEGERS } from './overloads.js';

export const mul: Monomer = {
  index: 2,
  name: 'MUL',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The exact product of two integers.',
  needs: 'a * b fits 64 bits',
  range: 'between the least and the greatest product of the bounds',
  effect: 'pure',
  operator: 'a * b',
  examples: [
    { arguments: [6, 7], result: 42 },
    { arguments: [-6, 7], result: -42 },
    { arguments: [0, '-9223372036854775808'], result: 0 },
    { arguments: ['4294967296', '2147483647'], result: '9223372032559808512' },
    { arguments: ['-4611686018427387904', 2], result: '-9223372036854775808' },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(multiply(integerAt(args, 0), integerAt(args, 1))),
};
