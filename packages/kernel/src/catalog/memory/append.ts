import { BYTES_LENGTH, LIST_LENGTH } from '../../limits.js';
import { BYTES, INTEGER } from '../../types/domain.js';
import { sequenceAt, valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';
import { appendAnalysis } from './analysis/append.js';
import { joinOctets, octetAt } from './sequence.js';

export const append: Monomer = {
  index: 36,
  name: 'APPEND',
  family: 'memory',
  signature: '([T] or bytes, v) → same',
  description: 'The list or bytes with one element more, v, at the end.',
  needs: 'the length stays within 65,536 elements, or 1,048,576 octets; for bytes also v in 0..255',
  range: 'elements of xs or v, one more than xs has',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8], 9], result: [7, 8, 9] },
    { arguments: [[], 'a'], result: ['a'] },
    { arguments: [['a'], 'a'], result: ['a', 'a'] },
    { arguments: ['AQ==', 255], result: 'Af8=' },
    { arguments: ['', 0], result: 'AA==' },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('v', T)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('v', INTEGER)], result: BYTES },
  ],
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    if (!(xs instanceof Uint8Array)) return xs.length < LIST_LENGTH ? [...xs, valueAt(args, 1)] : undefined;
    const octet = octetAt(args, 1);
    return octet !== undefined && xs.length < BYTES_LENGTH ? joinOctets(xs, Uint8Array.of(octet)) : undefined;
  },
  analysis: appendAnalysis,
};
