import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const sha3256: Monomer = {
  index: 99,
  name: 'SHA3_256',
  family: 'crypto',
  signature: '(bytes) → bytes[32]',
  description: 'The SHA3-256 digest of octets (FIPS 202).',
  needs: null,
  range: 'bytes of length 32',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
};
