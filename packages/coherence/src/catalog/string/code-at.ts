import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const codeAt: Monomer = {
  index: 94,
  name: 'CODE_AT',
  family: 'string',
  signature: '(text, i) → 0..1,114,111',
  description: 'The code point at index i of a text, counted from 0.',
  needs: 'i in 0..length−1',
  range: '0..1,114,111',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('i', INTEGER)], result: INTEGER }],
};
