import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';

export const drop: Monomer = {
  index: 40,
  name: 'DROP',
  family: 'memory',
  signature: '([T] or bytes, n nat) → same',
  description: 'All but the first n elements of a list or bytes; empty where there are no more than n.',
  needs: 'n ≥ 0',
  range: 'elements of xs, with length max(length − n, 0)',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('n', INTEGER)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('n', INTEGER)], result: BYTES },
  ],
};
