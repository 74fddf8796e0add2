import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const crc16: Monomer = {
  index: 103,
  name: 'CRC16',
  family: 'crypto',
  signature: '(bytes) → u16',
  description: 'The checksum CRC-16/CCITT-FALSE of octets (polynomial 0x1021, start 0xFFFF, not reflected).',
  needs: null,
  range: '0..65,535',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
};
