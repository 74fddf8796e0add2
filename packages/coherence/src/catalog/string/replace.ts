import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const replace: Monomer = {
  index: 92,
  name: 'REPLACE',
  family: 'string',
  signature: '(text, from text, to text) → text',
  description: 'The text with every occurrence of one part replaced by another, from left to right; what was put in is not searched again.',
  needs: 'the part to be replaced is not empty, and the result has at most 1,048,576 code points',
  range: 'texts',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('from', TEXT), parameter('to', TEXT)], result: TEXT }],
};
