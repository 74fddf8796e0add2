import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';

export const slice: Monomer = {
  index: 38,
  name: 'SLICE',
  family: 'memory',
  signature: '([T] or bytes, i, j) → same',
  description: 'The elements i to j−1 of a list or bytes, counted from 0.',
  needs: '0 ≤ i ≤ j ≤ length',
  range: 'elements of xs, with length j − i',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER), parameter('j', INTEGER)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER), parameter('j', INTEGER)], result: BYTES },
  ],
};
