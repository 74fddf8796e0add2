import { BYTES, INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { readerAnalysis } from './analysis/unsigned.js';
import { type Layout, reader } from './unsigned.js';

const LAYOUT: Layout = { size: 2, littleEndian: false };

export const readU16Be: Monomer = {
  index: 72,
  name: 'READ_U16_BE',
  family: 'io',
  signature: '(bytes, i) → u16',
  description: 'The unsigned 16-bit integer in the two octets at index i, big-endian.',
  needs: 'i in 0..length−2',
  range: '0..65,535',
  effect: 'pure',
  examples: [
    { arguments: ['EjRWeP8=', 0], result: 4660 },
    { arguments: ['EjRWeP8=', 3], result: 30975 },
    { arguments: ['AAA=', 0], result: 0 },
    { arguments: ['//8=', 0], result: 65535 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES), parameter('i', INTEGER)], result: INTEGER }],
  reference: reader(LAYOUT),
  analysis: readerAnalysis(LAYOUT),
};
