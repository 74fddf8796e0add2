import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const lower: Monomer = {
  index: 88,
  name: 'LOWER',
  family: 'string',
  signature: '(text) → text',
  description: 'The text with the ASCII letters A to Z turned into a to z; every other character stays.',
  needs: null,
  range: 'texts of the same length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: TEXT }],
};
