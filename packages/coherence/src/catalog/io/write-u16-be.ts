import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const writeU16Be: Monomer = {
  index: 76,
  name: 'WRITE_U16_BE',
  family: 'io',
  signature: '(u16) → bytes[2]',
  description: 'The two octets of an unsigned 16-bit integer, big-endian.',
  needs: 'n in 0..65,535',
  range: 'bytes of length 2',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: BYTES }],
};
