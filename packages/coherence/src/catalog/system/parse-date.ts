import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const parseDate: Monomer = {
  index: 118,
  name: 'PARSE_DATE',
  family: 'system',
  signature: '(text) → days?',
  description:
    'The days from 1970-01-01 to the date that a text spells as YYYY-MM-DD; none where it is no real date of the years 0001..9999 in that form.',
  needs: null,
  range: 'none, or −719,162..2,932,896',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
};
