import { sha3_256 as digest } from '@noble/hashes/sha3.js';
import { BYTES } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { digestAnalysis } from './analysis/digest.js';

function reference(args: readonly Value[]): Value | undefined {
  return digest(bytesAt(args, 0));
}

export const sha3256: Monomer = {
  index: 99,
  name: 'SHA3_256',
  family: 'crypto',
  signature: '(bytes) → bytes[32]',
  description: 'The SHA3-256 digest of octets (FIPS 202).',
  needs: null,
  range: 'bytes of length 32',
  effect: 'pure',
  examples: [
    { arguments: [''], result: 'p//G+L8e12ZRwUdWoGHWYvWA/03kO0n6gtgKS4D4Q0o=' },
    { arguments: ['YWJj'], result: 'Ophdp0/iJbIEXBcta9OQvYVfCG4+nVJbRr/iRRFDFTI=' },
    {
      arguments: ['YWJjZGJjZGVjZGVmZGVmZ2VmZ2hmZ2hpZ2hpamhpamtpamtsamtsbWtsbW5sbW5vbW5vcG5vcHE='],
      result: 'QcDboqnWJAhJEAN2qCNeLILhuZmKmZ4h2zLdl0ltM3Y=',
    },
    { arguments: ['AA=='], result: 'XVNGnyD+9PjqtSuIBE7eacd6amimByhgn8SmX/Ux59A=' },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
  reference,
  analysis: digestAnalysis(reference, 32),
};
