import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const mod97: Monomer = {
  index: 111,
  name: 'MOD97',
  family: 'crypto',
  signature: '(text) → (0..96)?',
  description:
    'The remainder by 97 of the number that digits and letters (A as 10 to Z as 35, either case) spell, as of ISO/IEC 7064 MOD 97-10; none for the empty text and wherever another character stands.',
  needs: null,
  range: 'none, or 0..96',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
};
