import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const hmacSha512: Monomer = {
  index: 101,
  name: 'HMAC_SHA512',
  family: 'crypto',
  signature: '(key bytes, bytes) → bytes[64]',
  description: 'The authentication code of octets under a key, HMAC with SHA-512 (RFC 2104).',
  needs: null,
  range: 'bytes of length 64',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('key', BYTES), parameter('octets', BYTES)], result: BYTES }],
};
