import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const trim: Monomer = {
  index: 89,
  name: 'TRIM',
  family: 'string',
  signature: '(text) → text',
  description: 'The text without the white space (U+0009 to U+000D and U+0020) at both of its ends.',
  needs: null,
  range: 'texts of at most the length',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: TEXT }],
};
