import { BYTES, INTEGER } from '../../types/domain.js';
import { sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';
import { dropAnalysis } from './analysis/take.js';
import { coveredBy } from './sequence.js';

export const drop: Monomer = {
  index: 40,
  name: 'DROP',
  family: 'memory',
  signature: '([T] or bytes, n nat) → same',
  description: 'All but the first n elements of a list or bytes; empty where there are no more than n.',
  needs: 'n ≥ 0',
  range: 'elements of xs, with length max(length − n, 0)',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9], 2], result: [9] },
    { arguments: [[7, 8, 9], 0], result: [7, 8, 9] },
    { arguments: [[7, 8, 9], '9223372036854775807'], result: [] },
    { arguments: [[], 1], result: [] },
    { arguments: ['AQID', 1], result: 'AgM=' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('n', INTEGER)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('n', INTEGER)], result: BYTES },
  ],
  reference: (args) => {
    const n = coveredBy(args);
    return n === undefined ? undefined : sequenceAt(args, 0).slice(n);
  },
  analysis: dropAnalysis,
};
