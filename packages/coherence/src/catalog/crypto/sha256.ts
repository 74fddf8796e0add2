import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const sha256: Monomer = {
  index: 97,
  name: 'SHA256',
  family: 'crypto',
  signature: '(bytes) → bytes[32]',
  description: 'The SHA-256 digest of octets (FIPS 180-4).',
  needs: null,
  range: 'bytes of length 32',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
};
