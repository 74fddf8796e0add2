import { BYTES_LENGTH, LIST_LENGTH } from '../../limits.js';
import { BYTES } from '../../types/domain.js';
import { bytesAt, listAt, sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';
import { joinAnalysis } from './analysis/join.js';
import { joinOctets } from './sequence.js';

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
  examples: [
    { arguments: [[1, 2], [3]], result: [1, 2, 3] },
    { arguments: [[], []], result: [] },
    { arguments: [[], ['a']], result: ['a'] },
    { arguments: ['AQ==', 'AgM='], result: 'AQID' },
    { arguments: ['AQ==', ''], result: 'AQ==' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('ys', LIST_OF_T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('ys', BYTES)], result: BYTES },
  ],
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    if (xs instanceof Uint8Array) {
      const ys = bytesAt(args, 1);
      return xs.length + ys.length <= BYTES_LENGTH ? joinOctets(xs, ys) : undefined;
    }
    const ys = listAt(args, 1);
    return xs.length + ys.length <= LIST_LENGTH ? [...xs, ...ys] : undefined;
  },
  analysis: joinAnalysis,
};
