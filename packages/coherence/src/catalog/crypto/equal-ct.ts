import { BOOLEAN, BYTES } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const equalCt: Monomer = {
  index: 109,
  name: 'EQUAL_CT',
  family: 'crypto',
  signature: '(bytes, bytes) → bool',
  description: 'Whether two bytes are equal, decided without a branch or an early exit on their content.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('a', BYTES), parameter('b', BYTES)], result: BOOLEAN }],
};
