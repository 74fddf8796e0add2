import { BYTES, INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { writerAnalysis } from './analysis/unsigned.js';
import { type Layout, writer } from './unsigned.js';

const LAYOUT: Layout = { size: 2, littleEndian: true };

export const writeU16Le: Monomer = {
  index: 78,
  name: 'WRITE_U16_LE',
  family: 'io',
  signature: '(u16) → bytes[2]',
  description: 'The two octets of an unsigned 16-bit integer, little-endian.',
  needs: 'n in 0..65,535',
  range: 'bytes of length 2',
  effect: 'pure',
  examples: [
    { arguments: [0], result: 'AAA=' },
    { arguments: [1], result: 'AQA=' },
    { arguments: [4660], result: 'NBI=' },
    { arguments: [65535], result: '//8=' },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: BYTES }],
  reference: writer(LAYOUT),
  analysis: writerAnalysis(LAYOUT),
};
