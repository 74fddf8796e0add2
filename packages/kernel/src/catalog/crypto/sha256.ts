import { sha256 as digest } from '@noble/hashes/sha2.js';
import { BYTES } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { digestAnalysis } from './analysis/digest.js';

function reference(args: readonly Value[]): Value | undefined {
  return digest(bytesAt(args, 0));
}

export const sha256: Monomer = {
  index: 97,
  name: 'SHA256',
  family: 'crypto',
  signature: '(bytes) → bytes[32]',
  description: 'The SHA-256 digest of octets (FIPS 180-4).',
  needs: null,
  range: 'bytes of length 32',
  effect: 'pure',
  examples: [
    { arguments: [''], result: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    { arguments: ['YWJj'], result: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=' },
    {
      arguments: ['YWJjZGJjZGVjZGVmZGVmZ2VmZ2hmZ2hpZ2hpamhpamtpamtsamtsbWtsbW5sbW5vbW5vcG5vcHE='],
      result: 'JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=',
    },
    { arguments: ['AA=='], result: 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=' },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
  reference,
  analysis: digestAnalysis(reference, 32),
};
