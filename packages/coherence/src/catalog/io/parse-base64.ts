import { BYTES, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const parseBase64: Monomer = {
  index: 68,
  name: 'PARSE_BASE64',
  family: 'io',
  signature: '(text) → bytes?',
  description:
    'The octets that a text spells in base64 as of RFC 4648 section 4, with padding and in canonical form (unused bits are zero); none for anything else.',
  needs: null,
  range: 'none, or bytes of at most three quarters of the length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(BYTES) }],
};
