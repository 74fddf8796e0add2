import { BYTES, INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt, integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { murmur332Analysis } from './analysis/murmur3-32.js';
import { murmur3 } from './murmur3.js';

function reference(args: readonly Value[]): Value | undefined {
  const seed = integerWithin(args, 1, 0, 0xffff_ffff);
  return seed === undefined ? undefined : murmur3(bytesAt(args, 0), seed);
}

export const murmur332: Monomer = {
  index: 107,
  name: 'MURMUR3_32',
  family: 'crypto',
  signature: '(bytes, seed u32) → u32',
  description: 'The 32-bit MurmurHash3 (x86 variant) of octets under a seed.',
  needs: 'seed in 0..4,294,967,295',
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [
    { arguments: ['', 0], result: 0 },
    { arguments: ['', 4294967295], result: 2180083513 },
    { arguments: ['dGVzdA==', 2538058380], result: 1883996636 },
    { arguments: ['SGVsbG8sIHdvcmxkIQ==', 2538058380], result: 612912314 },
    { arguments: ['AA==', 1], result: 0 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES), parameter('seed', INTEGER)], result: INTEGER }],
  reference,
  analysis: murmur332Analysis(reference),
};
