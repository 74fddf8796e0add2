import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const sha512: Monomer = {
  index: 98,
  name: 'SHA512',
  family: 'crypto',
  signature: '(bytes) → bytes[64]',
  description: 'The SHA-512 digest of octets (FIPS 180-4).',
  needs: null,
  range: 'bytes of length 64',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
};
