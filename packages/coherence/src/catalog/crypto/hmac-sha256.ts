import { BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const hmacSha256: Monomer = {
  index: 100,
  name: 'HMAC_SHA256',
  family: 'crypto',
  signature: '(key bytes, bytes) → bytes[32]',
  description: 'The authentication code of octets under a key, HMAC with SHA-256 (RFC 2104).',
  needs: null,
  range: 'bytes of length 32',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('key', BYTES), parameter('octets', BYTES)], result: BYTES }],
};
