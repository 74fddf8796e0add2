import { BYTES, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const parseHex: Monomer = {
  index: 66,
  name: 'PARSE_HEX',
  family: 'io',
  signature: '(text) → bytes?',
  description:
    'The octets that a text spells in hexadecimal digits of either case; none where their number is odd or another character stands among them.',
  needs: null,
  range: 'none, or bytes of half the length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(BYTES) }],
};
