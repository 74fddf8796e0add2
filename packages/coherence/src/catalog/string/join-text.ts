import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';

export const joinText: Monomer = {
  index: 91,
  name: 'JOIN_TEXT',
  family: 'string',
  signature: '([text], sep text) → text',
  description: 'The texts of a list, one after the other, with a separator between each two.',
  needs: 'at most 1,048,576 code points together',
  range: 'texts with the sum of the lengths and those of the separators',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('texts', listOf(TEXT)), parameter('separator', TEXT)], result: TEXT }],
};
