import { integerAt, integerWithin } from '../arguments.js';
import { fitting } from '../arithmetic/overloads.js';
import type { Monomer } from '../monomer.js';
import { MAX_SHIFT, shiftLeft } from './bits.js';
import { NATURAL_AND_COUNT } from './overloads.js';

export const shl: Monomer = {
  index: 30,
  name: 'SHL',
  family: 'logic',
  signature: '(a nat, n 0..62) → nat',
  description: 'The natural number a times 2 to the n.',
  needs: 'a is not negative, n is in 0..62, and the result fits 64 bits',
  range: 'from the lower bound shifted least to the upper bound shifted most',
  effect: 'pure',
  operator: 'a << n',
  examples: [
    { arguments: [1, 10], result: 1024 },
    { arguments: [0, 62], result: 0 },
    { arguments: [1, 62], result: '4611686018427387904' },
    { arguments: ['4611686018427387903', 1], result: '9223372036854775806' },
  ],
  overloads: NATURAL_AND_COUNT,
  reference: (args) => {
    const a = integerAt(args, 0);
    const count = integerWithin(args, 1, 0, MAX_SHIFT);
    return a < 0 || count === undefined ? undefined : fitting(shiftLeft(a, count));
  },
};
