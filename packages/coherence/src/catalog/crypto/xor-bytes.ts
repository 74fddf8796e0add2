import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const xorBytes: Monomer = {
  index: 108,
  name: 'XOR_BYTES',
  family: 'crypto',
  signature: '(bytes, bytes) → bytes',
  description: 'The exclusive or of two bytes of one length, octet by octet.',
  needs: 'equal lengths',
  range: 'bytes of the same length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('a', BYTES), parameter('b', BYTES)], result: BYTES }],
};
