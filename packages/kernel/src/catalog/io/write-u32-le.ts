import { BYTES, INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { writerAnalysis } from './analysis/unsigned.js';
import { type Layout, writer } from './unsigned.js';

const LAYOUT: Layout = { size: 4, littleEndian: true };

export const writeU32Le: Monomer = {
  index: 79,
  name: 'WRITE_U32_LE',
  family: 'io',
  signature: '(u32) → bytes[4]',
  description: 'The four octets of an unsigned 32-bit integer, little-endian.',
  needs: 'n in 0..4,294,967,295',
  range: 'bytes of length 4',
  effect: 'pure',
  examples: [
    { arguments: [0], result: 'AAAAAA==' },
    { arguments: [1], result: 'AQAAAA==' },
    { arguments: [305419896], result: 'eFY0Eg==' },
    { arguments: [4294967295], result: '/////w==' },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: BYTES }],
  reference: writer(LAYOUT),
  analysis: writerAnalysis(LAYOUT),
};
