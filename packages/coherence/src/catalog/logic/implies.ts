import { booleanAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { TWO_BOOLEANS } from './overloads.js';

export const implies: Monomer = {
  index: 20,
  name: 'IMPLIES',
  family: 'logic',
  signature: '(a bool, b bool) → bool',
  description: 'Implication: false only where a is true and b is false. The right side is evaluated only where the left is true.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'a implies b',
  examples: [
    { arguments: [true, true], result: true },
    { arguments: [true, false], result: false },
    { arguments: [false, true], result: true },
    { arguments: [false, false], result: true },
  ],
  overloads: TWO_BOOLEANS,
  reference: (args) => !booleanAt(args, 0) || booleanAt(args, 1),
};
