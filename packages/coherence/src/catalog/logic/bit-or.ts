import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { orBits } from './bits.js';
import { TWO_NATURALS } from './overloads.js';

export const bitOr: Monomer = {
  index: 28,
  name: 'BIT_OR',
  family: 'logic',
  signature: '(a nat, b nat) → nat',
  description: 'Bitwise or of two natural numbers.',
  needs: 'a and b are not negative',
  range: 'from the greater lower bound to all bits of the upper bounds',
  effect: 'pure',
  operator: 'a | b',
  examples: [
    { arguments: [12, 10], result: 14 },
    { arguments: [0, '9223372036854775807'], result: '9223372036854775807' },
    { arguments: [0, 0], result: 0 },
    { arguments: ['4294967296', 1], result: 4294967297 },
  ],
  overloads: TWO_NATURALS,
  reference: (args) => {
    const a = integerAt(args, 0);
    const b = integerAt(args, 1);
    return a < 0 || b < 0 ? undefined : orBits(a, b);
  },
};
