import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { xorBits } from './bits.js';
import { TWO_NATURALS } from './overloads.js';

export const bitXor: Monomer = {
  index: 29,
  name: 'BIT_XOR',
  family: 'logic',
  signature: '(a nat, b nat) → nat',
  description: 'Bitwise exclusive or of two natural numbers.',
  needs: 'a and b are not negative',
  range: '0 to all bits of the upper bounds',
  effect: 'pure',
  operator: 'a ^ b',
  examples: [
    { arguments: [12, 10], result: 6 },
    { arguments: ['9223372036854775807', '9223372036854775807'], result: 0 },
    { arguments: [0, '9223372036854775807'], result: '9223372036854775807' },
    { arguments: ['4294967296', 1], result: 4294967297 },
  ],
  overloads: TWO_NATURALS,
  reference: (args) => {
    const a = integerAt(args, 0);
    const b = integerAt(args, 1);
    return a < 0 || b < 0 ? undefined : xorBits(a, b);
  },
};
