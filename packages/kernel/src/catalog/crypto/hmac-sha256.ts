import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { BYTES } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { digestAnalysis } from './analysis/digest.js';

function reference(args: readonly Value[]): Value | undefined {
  return hmac(sha256, bytesAt(args, 0), bytesAt(args, 1));
}

export const hmacSha256: Monomer = {
  index: 100,
  name: 'HMAC_SHA256',
  family: 'crypto',
  signature: '(key bytes, bytes) → bytes[32]',
  description: 'The authentication code of octets under a key, HMAC with SHA-256 (RFC 2104).',
  needs: null,
  range: 'bytes of length 32',
  effect: 'pure',
  examples: [
    { arguments: ['CwsLCwsLCwsLCwsLCwsLCwsLCws=', 'SGkgVGhlcmU='], result: 'sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c=' },
    { arguments: ['SmVmZQ==', 'd2hhdCBkbyB5YSB3YW50IGZvciBub3RoaW5nPw=='], result: 'W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=' },
    { arguments: ['', ''], result: 'thNnmggU2ex3L5XXeMNfxf8Wl8STcVZTxscSFEKSxa0=' },
    {
      arguments: [
        'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo=',
        'VGVzdCBVc2luZyBMYXJnZXIgVGhhbiBCbG9jay1TaXplIEtleSAtIEhhc2ggS2V5IEZpcnN0',
      ],
      result: 'YOQxWR7gtn8Niiaqy/W3f44LxiE3KMUUBUYEDw7jf1Q=',
    },
  ],
  overloads: [{ parameters: [parameter('key', BYTES), parameter('octets', BYTES)], result: BYTES }],
  reference,
  analysis: digestAnalysis(reference, 32),
};
