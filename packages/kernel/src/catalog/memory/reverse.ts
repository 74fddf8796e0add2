import { BYTES } from '../../types/domain.js';
import { sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';
import { reverseAnalysis } from './analysis/order.js';

export const reverse: Monomer = {
  index: 41,
  name: 'REVERSE',
  family: 'memory',
  signature: '([T] or bytes) → same',
  description: 'The elements of a list or bytes in the opposite order, the last one first.',
  needs: null,
  range: 'the domain of xs',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9]], result: [9, 8, 7] },
    { arguments: [[]], result: [] },
    { arguments: [['a']], result: ['a'] },
    { arguments: ['AQL/'], result: '/wIB' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES)], result: BYTES },
  ],
  reference: (args) => sequenceAt(args, 0).toReversed(),
  analysis: reverseAnalysis,
};
