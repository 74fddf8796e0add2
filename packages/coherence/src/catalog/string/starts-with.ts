import { BOOLEAN, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const startsWith: Monomer = {
  index: 83,
  name: 'STARTS_WITH',
  family: 'string',
  signature: '(text, text) → bool',
  description: 'Whether a text begins with another. Every text begins with the empty one.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('prefix', TEXT)], result: BOOLEAN }],
};
