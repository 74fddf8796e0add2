import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';

export const length: Monomer = {
  index: 32,
  name: 'LENGTH',
  family: 'memory',
  signature: '([T] or bytes) → nat',
  description: 'The number of elements of a list, or of octets.',
  needs: null,
  range: 'the lengths that xs can have',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T)], result: INTEGER },
    { parameters: [parameter('xs', BYTES)], result: INTEGER },
  ],
};
