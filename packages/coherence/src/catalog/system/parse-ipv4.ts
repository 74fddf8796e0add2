import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const parseIpv4: Monomer = {
  index: 120,
  name: 'PARSE_IPV4',
  family: 'system',
  signature: '(text) → u32?',
  description:
    'The 32-bit address that a text spells as a dotted quad of decimal numbers 0..255 without leading zeros; none for anything else.',
  needs: null,
  range: 'none, or 0..4,294,967,295',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
};
