import { BYTES, INTEGER } from '../../types/domain.js';
import { integerWithin, sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';
import { sliceAnalysis } from './analysis/slice.js';

export const slice: Monomer = {
  index: 38,
  name: 'SLICE',
  family: 'memory',
  signature: '([T] or bytes, i, j) → same',
  description: 'The elements i to j−1 of a list or bytes, counted from 0.',
  needs: '0 ≤ i ≤ j ≤ length',
  range: 'elements of xs, with length j − i',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9], 1, 3], result: [8, 9] },
    { arguments: [[7, 8, 9], 0, 3], result: [7, 8, 9] },
    { arguments: [[7, 8, 9], 3, 3], result: [] },
    { arguments: [[], 0, 0], result: [] },
    { arguments: ['AQID', 0, 1], result: 'AQ==' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER), parameter('j', INTEGER)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER), parameter('j', INTEGER)], result: BYTES },
  ],
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    const j = integerWithin(args, 2, 0, xs.length);
    const i = j === undefined ? undefined : integerWithin(args, 1, 0, j);
    return i === undefined ? undefined : xs.slice(i, j);
  },
  analysis: sliceAnalysis,
};
