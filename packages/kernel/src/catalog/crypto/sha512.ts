import { sha512 as digest } from '@noble/hashes/sha2.js';
import { BYTES } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { digestAnalysis } from './analysis/digest.js';

function reference(args: readonly Value[]): Value | undefined {
  return digest(bytesAt(args, 0));
}

export const sha512: Monomer = {
  index: 98,
  name: 'SHA512',
  family: 'crypto',
  signature: '(bytes) → bytes[64]',
  description: 'The SHA-512 digest of octets (FIPS 180-4).',
  needs: null,
  range: 'bytes of length 64',
  effect: 'pure',
  examples: [
    { arguments: [''], result: 'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==' },
    { arguments: ['YWJj'], result: '3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==' },
    {
      arguments: ['YWJjZGJjZGVjZGVmZGVmZ2VmZ2hmZ2hpZ2hpamhpamtpamtsamtsbWtsbW5sbW5vbW5vcG5vcHE='],
      result: 'IEqPxt2oLwoM7XvrjgikFlfBbvRosiioJ5vjMacDwzWW/RXBOxsH+aodO+pXeJygMa2Fx6cd1wNU7GMSOMo0RQ==',
    },
    { arguments: ['AA=='], result: 'uCRNAomB1pOve0Vq+O+kytY9KC4Z/xSULCRuUNk1HSJwSoAqccNYC2Nw3kzrKTwySoQjNCVX1OXDhDjw42kQ7g==' },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
  reference,
  analysis: digestAnalysis(reference, 64),
};
