import { BYTES } from '../../types/domain.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { xorBytesAnalysis } from './analysis/xor-bytes.js';

export const xorBytes: Monomer = {
  index: 108,
  name: 'XOR_BYTES',
  family: 'crypto',
  signature: '(bytes, bytes) → bytes',
  description: 'The exclusive or of two bytes of one length, octet by octet.',
  needs: 'equal lengths',
  range: 'bytes of the same length',
  effect: 'pure',
  examples: [
    { arguments: ['AQL/', 'AwIP'], result: 'AgDw' },
    { arguments: ['', ''], result: '' },
    { arguments: ['AA==', '/w=='], result: '/w==' },
    { arguments: ['qlU=', 'qlU='], result: 'AAA=' },
  ],
  overloads: [{ parameters: [parameter('a', BYTES), parameter('b', BYTES)], result: BYTES }],
  reference: (args) => {
    const a = bytesAt(args, 0);
    const b = bytesAt(args, 1);
    return a.length === b.length ? a.map((octet, i) => octet ^ (b[i] ?? 0)) : undefined;
  },
  analysis: xorBytesAnalysis,
};
