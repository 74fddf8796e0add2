import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';

export const getOr: Monomer = {
  index: 34,
  name: 'GET_OR',
  family: 'memory',
  signature: '([T] or bytes, i int, d) → T',
  description: 'Element i of a list or bytes, counted from 0, or d where there is no such element. The default is evaluated in any case.',
  needs: null,
  range: 'the domain of the elements (0..255 for bytes) and d',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER), parameter('d', T)], result: T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER), parameter('d', INTEGER)], result: INTEGER },
  ],
};
