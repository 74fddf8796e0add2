import { BYTES, INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { checksumAnalysis } from './analysis/checksum.js';

/** The remainder of each octet by the reflected polynomial 0xEDB88320 (ISO/IEC 13239, RFC 1952 section 8). */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, octet) => remainderOf(octet));

function reference(args: readonly Value[]): Value | undefined {
  let crc = 0xffff_ffff;
  for (const octet of bytesAt(args, 0)) crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ octet) & 255] ?? 0);
  return (crc ^ 0xffff_ffff) >>> 0;
}

export const crc32: Monomer = {
  index: 104,
  name: 'CRC32',
  family: 'crypto',
  signature: '(bytes) → u32',
  description: 'The checksum CRC-32/ISO-HDLC of octets, the one of zip, gzip and PNG.',
  needs: null,
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [
    { arguments: ['MTIzNDU2Nzg5'], result: 3421780262 },
    { arguments: [''], result: 0 },
    { arguments: ['AA=='], result: 3523407757 },
    { arguments: ['/////w=='], result: 4294967295 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
  reference,
  analysis: checksumAnalysis(reference, 0xffff_ffff),
};

function remainderOf(octet: number): number {
  let remainder = octet;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb8_8320 : 0);
  return remainder >>> 0;
}
