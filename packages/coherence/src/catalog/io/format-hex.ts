import { BYTES, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const formatHex: Monomer = {
  index: 67,
  name: 'FORMAT_HEX',
  family: 'io',
  signature: '(bytes) → text',
  description: 'The octets as two lower-case hexadecimal digits each.',
  needs: 'at most 524,288 octets (the text limit)',
  range: 'texts of twice the length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: TEXT }],
};
