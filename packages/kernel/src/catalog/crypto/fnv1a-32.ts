import { BYTES, INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { checksumAnalysis } from './analysis/checksum.js';

const OFFSET_BASIS = 0x811c_9dc5;
const PRIME = 0x0100_0193;

function reference(args: readonly Value[]): Value | undefined {
  let hash = OFFSET_BASIS;
  for (const octet of bytesAt(args, 0)) hash = Math.imul(hash ^ octet, PRIME);
  return hash >>> 0;
}

export const fnv1a32: Monomer = {
  index: 106,
  name: 'FNV1A_32',
  family: 'crypto',
  signature: '(bytes) → u32',
  description: 'The 32-bit FNV-1a hash of octets.',
  needs: null,
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [
    { arguments: [''], result: 2166136261 },
    { arguments: ['YQ=='], result: 3826002220 },
    { arguments: ['Zm9vYmFy'], result: 3214735720 },
    { arguments: ['AA=='], result: 84696351 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
  reference,
  analysis: checksumAnalysis(reference, 0xffff_ffff),
};
