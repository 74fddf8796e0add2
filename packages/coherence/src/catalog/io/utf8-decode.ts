import { BYTES, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const utf8Decode: Monomer = {
  index: 71,
  name: 'UTF8_DECODE',
  family: 'io',
  signature: '(bytes) → text?',
  description:
    'The text that the octets spell in UTF-8; none where they are ill-formed (overlong forms, surrogates and anything above U+10FFFF included). A byte order mark and U+0000 are kept.',
  needs: null,
  range: 'none, or texts of a quarter of the length to all of it',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: optionOf(TEXT) }],
};
