import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const adler32: Monomer = {
  index: 105,
  name: 'ADLER32',
  family: 'crypto',
  signature: '(bytes) → u32',
  description: 'The checksum Adler-32 of octets (RFC 1950).',
  needs: null,
  range: '0..4,294,967,295',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: INTEGER }],
};
