import { sha1 as digest } from '@noble/hashes/legacy.js';
import { BYTES } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { digestAnalysis } from './analysis/digest.js';

function reference(args: readonly Value[]): Value | undefined {
  return digest(bytesAt(args, 0));
}

export const sha1: Monomer = {
  index: 96,
  name: 'SHA1',
  family: 'crypto',
  signature: '(bytes) → bytes[20]',
  description: 'The SHA-1 digest of octets (FIPS 180-4). For formats that exist; it is not safe against collisions.',
  needs: null,
  range: 'bytes of length 20',
  effect: 'pure',
  examples: [
    { arguments: [''], result: '2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    { arguments: ['YWJj'], result: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' },
    { arguments: ['YWJjZGJjZGVjZGVmZGVmZ2VmZ2hmZ2hpZ2hpamhpamtpamtsamtsbWtsbW5sbW5vbW5vcG5vcHE='], result: 'hJg+RBw70m66rkqh+VEp5eVGcPE=' },
    { arguments: ['AA=='], result: 'W6k8nbDP+T9StSHXQg5D9u2ieE8=' },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: BYTES }],
  reference,
  analysis: digestAnalysis(reference, 20),
};
