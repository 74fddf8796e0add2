import { BYTES, INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { checksumAnalysis } from './analysis/checksum.js';

/** The largest prime below 65,536. */
const BASE = 65_521;

function reference(args: readonly Value[]): Value | undefined {
  let a = 1;
  let b = 0;
  for (const octet of bytesAt(args, 0)) {
    a = (a + octet) % BASE;
    b = (b + a) % BASE;
  }
  return b * 65_536 + a;
}

export const adler32: Monomer = {
  index: 105,
  name: 'ADLER32',
  family: 'crypto',
  signature: '(bytes) → u32',
  description: 'The checksum Adler-32 of octets (RFC 1950).',
  needs: null,
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [
    { arguments: ['MTIzNDU2Nzg5'], result: 152961502 },
    { arguments: [''], result: 1 },
    { arguments: ['AA=='], result: 65537 },
    { arguments: ['/////w=='], result: 167379965 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
  reference,
  analysis: checksumAnalysis(reference, (BASE - 1) * 65_537),
};
