import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';

export const append: Monomer = {
  index: 36,
  name: 'APPEND',
  family: 'memory',
  signature: '([T] or bytes, v) → same',
  description: 'The list or bytes with one element more, v, at the end.',
  needs: 'the length stays within 65,536 elements, or 1,048,576 octets; for bytes also v in 0..255',
  range: 'elements of xs or v, one more than xs has',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('v', T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('v', INTEGER)], result: BYTES },
  ],
};
