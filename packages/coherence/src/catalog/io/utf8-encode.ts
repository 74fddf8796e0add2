import { BYTES, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const utf8Encode: Monomer = {
  index: 70,
  name: 'UTF8_ENCODE',
  family: 'io',
  signature: '(text) → bytes',
  description: 'The octets of a text in UTF-8.',
  needs: 'at most 1,048,576 octets (the bytes limit)',
  range: 'bytes of one to four times the length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: BYTES }],
};
