import { BOOLEAN, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const luhn: Monomer = {
  index: 110,
  name: 'LUHN',
  family: 'crypto',
  signature: '(text) → bool',
  description:
    'Whether a text of digits ends in the check digit of ISO/IEC 7812-1; false for the empty text and wherever another character stands.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: BOOLEAN }],
};
