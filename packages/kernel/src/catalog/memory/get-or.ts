import { BYTES, INTEGER } from '../../types/domain.js';
import { integerWithin, sequenceAt, valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';
import { getOrAnalysis } from './analysis/get.js';

export const getOr: Monomer = {
  index: 34,
  name: 'GET_OR',
  family: 'memory',
  signature: '([T] or bytes, i int, d) → T',
  description: 'Element i of a list or bytes, counted from 0, or d where there is no such element. The default is evaluated in any case.',
  needs: null,
  range: 'the domain of the elements (0..255 for bytes) and d',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9], 2, 0], result: 9 },
    { arguments: [[7, 8, 9], 3, 0], result: 0 },
    { arguments: [[7, 8, 9], -1, 5], result: 5 },
    { arguments: [[], 0, 'none'], result: 'none' },
    { arguments: ['Af8=', '9223372036854775807', -1], result: -1 },
    { arguments: ['Af8=', 1, -1], result: 255 },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER), parameter('d', T)], result: T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER), parameter('d', INTEGER)], result: INTEGER },
  ],
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    const i = integerWithin(args, 1, 0, xs.length - 1);
    const element = i === undefined ? undefined : xs[i];
    return element ?? valueAt(args, 2);
  },
  analysis: getOrAnalysis,
};
