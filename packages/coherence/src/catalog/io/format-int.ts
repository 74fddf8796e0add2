import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const formatInt: Monomer = {
  index: 65,
  name: 'FORMAT_INT',
  family: 'io',
  signature: '(int) → text',
  description: 'The shortest decimal form of an integer.',
  needs: null,
  range: 'texts of 1..20 digits and minus',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: TEXT }],
};
