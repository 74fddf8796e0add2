import { BYTES, INTEGER } from '../../types/domain.js';
import { integerWithin, sequenceAt, valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';
import { setAnalysis } from './analysis/set.js';
import { octetAt } from './sequence.js';

export const set: Monomer = {
  index: 35,
  name: 'SET',
  family: 'memory',
  signature: '([T] or bytes, i, v) → same',
  description: 'The list or bytes with element i replaced by v.',
  needs: 'i in 0..length−1; for bytes also v in 0..255',
  range: 'elements of xs or v, with the length of xs',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9], 0, 1], result: [1, 8, 9] },
    { arguments: [[7, 8, 9], 2, 1], result: [7, 8, 1] },
    { arguments: [['a'], 0, ''], result: [''] },
    { arguments: ['AQI=', 1, 255], result: 'Af8=' },
    { arguments: ['AQI=', 0, 0], result: 'AAI=' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('i', INTEGER), parameter('v', T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('i', INTEGER), parameter('v', INTEGER)], result: BYTES },
  ],
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    const i = integerWithin(args, 1, 0, xs.length - 1);
    if (i === undefined) return undefined;
    if (!(xs instanceof Uint8Array)) return xs.with(i, valueAt(args, 2));
    const octet = octetAt(args, 2);
    return octet === undefined ? undefined : xs.with(i, octet);
  },
  analysis: setAnalysis,
};
