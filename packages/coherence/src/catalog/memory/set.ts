import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';

export const set: Monomer = {
  index: 35,
  name: 'SET',
  family: 'memory',
  signature: '([T] or bytes, i, v) → same',
  description: 'The list or bytes with element i replaced by v.',
  needs: 'i in 0..length−1; for bytes also v in 0..255',
  range: 'elements of xs or v, with the length of xs',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER), parameter('v', T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER), parameter('v', INTEGER)], result: BYTES },
  ],
};
