import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const textLength: Monomer = {
  index: 80,
  name: 'TEXT_LENGTH',
  family: 'string',
  signature: '(text) → nat',
  description: 'The number of code points of a text.',
  needs: null,
  range: 'the lengths that the text can have',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: INTEGER }],
};
