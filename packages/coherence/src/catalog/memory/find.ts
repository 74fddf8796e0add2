import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, optionOf, parameter, T } from '../schemes.js';

export const find: Monomer = {
  index: 43,
  name: 'FIND',
  family: 'memory',
  signature: '([T] or bytes, v) → nat?',
  description: 'The index of the first element that equals v, counted from 0, or none.',
  needs: null,
  range: 'none, or 0..length−1',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('v', T)], result: optionOf(INTEGER) },
    { parameters: [parameter('xs', BYTES), parameter('v', INTEGER)], result: optionOf(INTEGER) },
  ],
};
