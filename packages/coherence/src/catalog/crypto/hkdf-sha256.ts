import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { literalParameter, parameter } from '../schemes.js';

export const hkdfSha256: Monomer = {
  index: 102,
  name: 'HKDF_SHA256',
  family: 'crypto',
  signature: '(ikm bytes, salt bytes, info bytes, n literal 1..255) → bytes[n]',
  description: 'The n octets that HKDF with SHA-256 (RFC 5869, extract and expand) derives from input keying material, salt and info.',
  needs: null,
  range: 'bytes of length n',
  effect: 'pure',
  examples: [],
  overloads: [
    {
      parameters: [
        parameter('ikm', BYTES),
        parameter('salt', BYTES),
        parameter('info', BYTES),
        literalParameter('n', INTEGER, { kind: 'integer', lo: 1, hi: 255 }),
      ],
      result: BYTES,
    },
  ],
};
