import { BOOLEAN, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const includes: Monomer = {
  index: 85,
  name: 'INCLUDES',
  family: 'string',
  signature: '(text, part text) → bool',
  description: 'Whether a text has another as a part. Every text has the empty one.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('part', TEXT)], result: BOOLEAN }],
};
