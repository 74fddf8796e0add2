import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const readU16Be: Monomer = {
  index: 72,
  name: 'READ_U16_BE',
  family: 'io',
  signature: '(bytes, i) → u16',
  description: 'The unsigned 16-bit integer in the two octets at index i, big-endian.',
  needs: 'i in 0..length−2',
  range: '0..65,535',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES), parameter('i', INTEGER)], result: INTEGER }],
};
