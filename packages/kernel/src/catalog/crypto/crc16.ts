import { BYTES, INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { checksumAnalysis } from './analysis/checksum.js';

function reference(args: readonly Value[]): Value | undefined {
  let crc = 0xffff;
  for (const octet of bytesAt(args, 0)) crc = ((crc << 8) & 0xffff) ^ remainderOf((crc >> 8) ^ octet);
  return crc;
}

export const crc16: Monomer = {
  index: 103,
  name: 'CRC16',
  family: 'crypto',
  signature: '(bytes) → u16',
  description: 'The checksum CRC-16/CCITT-FALSE of octets (polynomial 0x1021, start 0xFFFF, not reflected).',
  needs: null,
  range: '0..65,535',
  effect: 'pure',
  examples: [
    { arguments: ['MTIzNDU2Nzg5'], result: 10673 },
    { arguments: [''], result: 65535 },
    { arguments: ['AA=='], result: 57840 },
    { arguments: ['/////w=='], result: 7439 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
  reference,
  analysis: checksumAnalysis(reference, 0xffff),
};

/** The remainder of an octet, shifted up by 16 bits, by the polynomial 0x1021. */
function remainderOf(octet: number): number {
  let remainder = octet << 8;
  for (let bit = 0; bit < 8; bit += 1) remainder = ((remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0)) & 0xffff;
  return remainder;
}
