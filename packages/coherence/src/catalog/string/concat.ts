import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const concat: Monomer = {
  index: 81,
  name: 'CONCAT',
  family: 'string',
  signature: '(text, text) → text',
  description: 'Two texts, one after the other.',
  needs: 'at most 1,048,576 code points together',
  range: 'texts with the sum of the lengths',
  effect: 'pure',
  operator: 'a ++ b',
  examples: [],
  overloads: [{ parameters: [parameter('a', TEXT), parameter('b', TEXT)], result: TEXT }],
};
