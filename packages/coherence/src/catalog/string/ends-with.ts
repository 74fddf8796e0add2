import { BOOLEAN, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const endsWith: Monomer = {
  index: 84,
  name: 'ENDS_WITH',
  family: 'string',
  signature: '(text, text) → bool',
  description: 'Whether a text ends with another. Every text ends with the empty one.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('suffix', TEXT)], result: BOOLEAN }],
};
