import { BYTES, INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { readerAnalysis } from './analysis/unsigned.js';
import { type Layout, reader } from './unsigned.js';

const LAYOUT: Layout = { size: 4, littleEndian: true };

export const readU32Le: Monomer = {
  index: 75,
  name: 'READ_U32_LE',
  family: 'io',
  signature: '(bytes, i) → u32',
  description: 'The unsigned 32-bit integer in the four octets at index i, little-endian.',
  needs: 'i in 0..length−4',
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [
    { arguments: ['EjRWeP8=', 0], result: 2018915346 },
    { arguments: ['EjRWeP8=', 1], result: 4286076468 },
    { arguments: ['AAAAAA==', 0], result: 0 },
    { arguments: ['/////w==', 0], result: 4294967295 },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES), parameter('i', INTEGER)], result: INTEGER }],
  reference: reader(LAYOUT),
  analysis: readerAnalysis(LAYOUT),
};
