import { BOOLEAN, BYTES } from '../../types/domain.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { equalCtAnalysis } from './analysis/equal-ct.js';

export const equalCt: Monomer = {
  index: 109,
  name: 'EQUAL_CT',
  family: 'crypto',
  signature: '(bytes, bytes) → bool',
  description: 'Whether two bytes are equal, decided without a branch or an early exit on their content.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: ['YWJj', 'YWJj'], result: true },
    { arguments: ['YWJj', 'YWJk'], result: false },
    { arguments: ['', ''], result: true },
    { arguments: ['YWJj', 'YWI='], result: false },
    { arguments: ['AA==', ''], result: false },
  ],
  overloads: [{ parameters: [parameter('a', BYTES), parameter('b', BYTES)], result: BOOLEAN }],
  reference: (args) => {
    const a = bytesAt(args, 0);
    const b = bytesAt(args, 1);
    // Lengths are no secret; every octet is looked at, whatever the ones before gave.
    let differing = a.length ^ b.length;
    for (const [i, octet] of a.entries()) differing |= octet ^ (b[i] ?? 0);
    return differing === 0;
  },
  analysis: equalCtAnalysis,
};
