import { BYTES, INTEGER } from '../../types/domain.js';
import { sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';
import { takeAnalysis } from './analysis/take.js';
import { coveredBy } from './sequence.js';

export const take: Monomer = {
  index: 39,
  name: 'TAKE',
  family: 'memory',
  signature: '([T] or bytes, n nat) → same',
  description: 'The first n elements of a list or bytes, or all of them where there are fewer.',
  needs: 'n ≥ 0',
  range: 'elements of xs, with length min(n, length)',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9], 2], result: [7, 8] },
    { arguments: [[7, 8, 9], 0], result: [] },
    { arguments: [[7, 8, 9], '9223372036854775807'], result: [7, 8, 9] },
    { arguments: [[], 1], result: [] },
    { arguments: ['AQID', 1], result: 'AQ==' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('n', INTEGER)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('n', INTEGER)], result: BYTES },
  ],
  reference: (args) => {
    const n = coveredBy(args);
    return n === undefined ? undefined : sequenceAt(args, 0).slice(0, n);
  },
  analysis: takeAnalysis,
};
