import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const substring: Monomer = {
  index: 82,
  name: 'SUBSTRING',
  family: 'string',
  signature: '(text, i, j) → text',
  description: 'The code points i to j−1 of a text, counted from 0.',
  needs: '0 ≤ i ≤ j ≤ length',
  range: 'texts of length j − i',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('i', INTEGER), parameter('j', INTEGER)], result: TEXT }],
};
