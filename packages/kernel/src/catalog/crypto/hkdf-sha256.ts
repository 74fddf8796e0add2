import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { BYTES, INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt, integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { literalParameter, parameter } from '../schemes.js';
import { hkdfSha256Analysis } from './analysis/hkdf-sha256.js';

function reference(args: readonly Value[]): Value | undefined {
  const n = integerWithin(args, 3, 1, 255);
  return n === undefined ? undefined : hkdf(sha256, bytesAt(args, 0), bytesAt(args, 1), bytesAt(args, 2), n);
}

export const hkdfSha256: Monomer = {
  index: 102,
  name: 'HKDF_SHA256',
  family: 'crypto',
  signature: '(ikm bytes, salt bytes, info bytes, n literal 1..255) → bytes[n]',
  description: 'The n octets that HKDF with SHA-256 (RFC 5869, extract and expand) derives from input keying material, salt and info.',
  needs: null,
  range: 'bytes of length n',
  effect: 'pure',
  examples: [
    {
      arguments: ['CwsLCwsLCwsLCwsLCwsLCwsLCwsLCw==', 'AAECAwQFBgcICQoLDA==', '8PHy8/T19vf4+Q==', 42],
      result: 'PLJfJfqs1XqQQ09k0DYvKi0tCpDPGlpMXbAtVuzExb80AHII1biHGFhl',
    },
    { arguments: ['CwsLCwsLCwsLCwsLCwsLCwsLCwsLCw==', '', '', 42], result: 'jaTndaVjwY9xX4AqBjxaMbihH1xe4Yeew0VOXzxzjS2dIBOV+qS2GpbI' },
    { arguments: ['', '', '', 1], result: '6w==' },
    {
      arguments: ['a2V5', 'c2FsdA==', 'aW5mbw==', 255],
      result:
        'nKDWYlV0OeO4M2Xy2kYm012hlcbZ0XefCYOM+eQIlm7OmRBuJYWs5vCD+hrNUZL0MP1VvHQRhNu4IvwEw+v9PRIeFbdvJRxW6LZl3vw1jOlZ1rQa067sLA1v22TkT9dT1wQzWA5BtJkPcM6TNZCyXZncKcsqjMtYIlYag0Bqie0agvkuPnWSc+B/5WwMatPhUhjK3oql0bd/jhFSWNoU5vwlLsHNshcLITjCbAfCzxVhjIfNbDPGhK0xo5G3Uvmhh7dCt59JgIvQUVosgvtraXNnarIvb0DPYykug2jcr0LxRR2a7yM1zt6nHxhUEreU/3xXFdaYzoFdYQVRARQl',
    },
  ],
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
  reference,
  analysis: hkdfSha256Analysis(reference),
};
