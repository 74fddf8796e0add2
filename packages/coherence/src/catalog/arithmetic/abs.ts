import { absolute } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { fitting, ONE_INTEGER } from './overloads.js';

export const abs: Monomer = {
  index: 8,
  name: 'ABS',
  family: 'arithmetic',
  signature: '(a int) → nat',
  description: 'The absolute value of an integer.',
  needs: 'a is not the least integer, whose absolute value does not fit 64 bits',
  range: 'the distances of the values of a from 0',
  effect: 'pure',
  examples: [
    { arguments: [5], result: 5 },
    { arguments: [-5], result: 5 },
    { arguments: [0], result: 0 },
    { arguments: ['-9223372036854775807'], result: '9223372036854775807' },
  ],
  overloads: ONE_INTEGER,
  reference: (args) => fitting(absolute(integerAt(args, 0))),
};
