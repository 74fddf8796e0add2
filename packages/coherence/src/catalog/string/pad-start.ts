import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const padStart: Monomer = {
  index: 93,
  name: 'PAD_START',
  family: 'string',
  signature: '(text, n, fill text) → text',
  description: 'The text with as many fill characters before it as bring it to at least n code points.',
  needs: 'n in 0..1,048,576, and the fill is one code point',
  range: 'texts of length max(n, length)',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('n', INTEGER), parameter('fill', TEXT)], result: TEXT }],
};
