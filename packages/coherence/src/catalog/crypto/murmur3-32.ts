import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const murmur332: Monomer = {
  index: 107,
  name: 'MURMUR3_32',
  family: 'crypto',
  signature: '(bytes, seed u32) → u32',
  description: 'The 32-bit MurmurHash3 (x86 variant) of octets under a seed.',
  needs: 'seed in 0..4,294,967,295',
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES), parameter('seed', INTEGER)], result: INTEGER }],
};
