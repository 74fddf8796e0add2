import { subtract } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { fitting, TWO_INTEGERS } from './overloads.js';

export const sub: Monomer = {
  index: 1,
  name: 'SUB',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The exact difference of two integers.',
  needs: 'a - b fits 64 bits',
  range: 'from a at its least less b at its greatest, to a at its greatest less b at its least',
  effect: 'pure',
  operator: 'a - b',
  examples: [
    { arguments: [5, 3], result: 2 },
    { arguments: [3, 5], result: -2 },
    { arguments: [-1, '9223372036854775807'], result: '-9223372036854775808' },
    { arguments: ['-9223372036854775808', '-9223372036854775808'], result: 0 },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(subtract(integerAt(args, 0), integerAt(args, 1))),
};
