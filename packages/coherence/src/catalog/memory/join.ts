import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';

export const join: Monomer = {
  index: 37,
  name: 'JOIN',
  family: 'memory',
  signature: '(two lists or two bytes) → same',
  description: 'Two lists, or two bytes, one after the other.',
  needs: 'the lengths together are within 65,536 elements, or 1,048,576 octets',
  range: 'elements of either, with the sum of the lengths',
  effect: 'pure',
  operator: 'xs ++ ys',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('ys', LIST_OF_T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('ys', BYTES)], result: BYTES },
  ],
};
