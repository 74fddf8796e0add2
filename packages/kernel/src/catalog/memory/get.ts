import { BYTES, INTEGER } from '../../types/domain.js';
import { integerWithin, sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';
import { getAnalysis } from './analysis/get.js';

export const get: Monomer = {
  index: 33,
  name: 'GET',
  family: 'memory',
  signature: '([T] or bytes, i) → T or 0..255',
  description: 'Element i of a list or bytes, counted from 0.',
  needs: 'i in 0..length−1',
  range: 'the domain of the elements; 0..255 for bytes',
  effect: 'pure',
  operator: 'xs[i]',
  examples: [
    { arguments: [[7, 8, 9], 0], result: 7 },
    { arguments: [[7, 8, 9], 2], result: 9 },
    { arguments: [['a', 'b'], 1], result: 'b' },
    { arguments: ['Af8=', 1], result: 255 },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER)], result: T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER)], result: INTEGER },
  ],
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    const i = integerWithin(args, 1, 0, xs.length - 1);
    return i === undefined ? undefined : xs[i];
  },
  analysis: getAnalysis,
};
