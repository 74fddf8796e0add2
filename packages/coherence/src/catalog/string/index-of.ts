import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const indexOf: Monomer = {
  index: 86,
  name: 'INDEX_OF',
  family: 'string',
  signature: '(text, part text) → nat?',
  description: 'The place of the first occurrence of a part, in code points from 0, or none. The empty part is at 0 of every text.',
  needs: null,
  range: 'none, or 0..length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('part', TEXT)], result: optionOf(INTEGER) }],
};
