import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { BYTES } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { digestAnalysis } from './analysis/digest.js';

function reference(args: readonly Value[]): Value | undefined {
  return hmac(sha512, bytesAt(args, 0), bytesAt(args, 1));
}

export const hmacSha512: Monomer = {
  index: 101,
  name: 'HMAC_SHA512',
  family: 'crypto',
  signature: '(key bytes, bytes) → bytes[64]',
  description: 'The authentication code of octets under a key, HMAC with SHA-512 (RFC 2104).',
  needs: null,
  range: 'bytes of length 64',
  effect: 'pure',
  examples: [
    {
      arguments: ['CwsLCwsLCwsLCwsLCwsLCwsLCws=', 'SGkgVGhlcmU='],
      result: 'h6p83qXvYZ1P8LQkGh1ssCN59OLOTsJ4etCzBUXhfN7aqDO31rinAgOLJ06uo/Tkvp2RTuth8XAuaWwgOhJoVA==',
    },
    {
      arguments: ['SmVmZQ==', 'd2hhdCBkbyB5YSB3YW50IGZvciBub3RoaW5nPw=='],
      result: 'Fkt6e/z4GeLjlfvnO1bgo4e9ZCIugx/WECcM1+olBVSXWL91wFqZSm0DT2X48Ob9yuqxo01Ka0tjbgcKOLznNw==',
    },
    { arguments: ['', ''], result: 'uTbO6Gyfh6pdPG8uhMtaQjml/lBICm7Ga3CrWx9KxnMMbFFUIbMn7B1pQC5T37Sa1zgesGezOP17DLIiRyJdRw==' },
    {
      arguments: [
        'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo=',
        'VGVzdCBVc2luZyBMYXJnZXIgVGhhbiBCbG9jay1TaXplIEtleSAtIEhhc2ggS2V5IEZpcnN0',
      ],
      result: 'gLJCY8fBo+u3FJPB3XvotJtG0fQbSu7BEhsBN4P481JrVtA34F8lmL0P0iFdah5SleZPc/Y/CuyLkVqYXXhlmA==',
    },
  ],
  overloads: [{ parameters: [parameter('key', BYTES), parameter('octets', BYTES)], result: BYTES }],
  reference,
  analysis: digestAnalysis(reference, 64),
};
