import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const upper: Monomer = {
  index: 87,
  name: 'UPPER',
  family: 'string',
  signature: '(text) → text',
  description: 'The text with the ASCII letters a to z turned into A to Z; every other character stays.',
  needs: null,
  range: 'texts of the same length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: TEXT }],
};
