import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const fnv1a32: Monomer = {
  index: 106,
  name: 'FNV1A_32',
  family: 'crypto',
  signature: '(bytes) → u32',
  description: 'The 32-bit FNV-1a hash of octets.',
  needs: null,
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
};
