import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const parseInt: Monomer = {
  index: 64,
  name: 'PARSE_INT',
  family: 'io',
  signature: '(text) → int?',
  description:
    'The integer that a text spells: an optional minus, then ASCII digits, leading zeros allowed and -0 read as 0; none where it holds anything else (spaces and a plus included) or is no integer of 64 bits.',
  needs: null,
  range: 'none, or an integer of 64 bits',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
};
