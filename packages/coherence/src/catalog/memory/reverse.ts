import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';

export const reverse: Monomer = {
  index: 41,
  name: 'REVERSE',
  family: 'memory',
  signature: '([T] or bytes) → same',
  description: 'The elements of a list or bytes in the opposite order, the last one first.',
  needs: null,
  range: 'the domain of xs',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES)], result: BYTES },
  ],
};
