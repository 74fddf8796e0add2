import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const sha1: Monomer = {
  index: 96,
  name: 'SHA1',
  family: 'crypto',
  signature: '(bytes) → bytes[20]',
  description: 'The SHA-1 digest of octets (FIPS 180-4). For formats that exist; it is not safe against collisions.',
  needs: null,
  range: 'bytes of length 20',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
};
