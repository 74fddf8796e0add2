import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { reader } from './unsigned.js';

export const readU16Le: Monomer = {
  index: 74,
  name: 'READ_U16_LE',
  family: 'io',
  signature: '(bytes, i) → u16',
  description: 'The unsigned 16-bit integer in the two octets at index i, little-endian.',
  needs: 'i in 0..length−2',
  range: '0..65,535',
  effect: 'pure',
  examples: [
    { arguments: ['EjRWeP8=', 0], result: 13330 },
    { arguments: ['EjRWeP8=', 3], result: 65400 },
    { arguments: ['AAA=', 0], result: 0 },
    { arguments: ['//8=', 0], result: 65535 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES), parameter('i', INTEGER)], result: INTEGER }],
  reference: reader({ size: 2, littleEndian: true }),
};
