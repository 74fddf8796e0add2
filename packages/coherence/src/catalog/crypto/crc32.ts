import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const crc32: Monomer = {
  index: 104,
  name: 'CRC32',
  family: 'crypto',
  signature: '(bytes) → u32',
  description: 'The checksum CRC-32/ISO-HDLC of octets, the one of zip, gzip and PNG.',
  needs: null,
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
};
