import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';

export const sum: Monomer = {
  index: 46,
  name: 'SUM',
  family: 'memory',
  signature: '([int]) → int',
  description: 'The exact sum of a list of integers; 0 where it is empty.',
  needs: 'the sum fits 64 bits (partial sums need not)',
  range: 'lo·length..hi·length of the elements, within 64 bits',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('xs', listOf(INTEGER))], result: INTEGER }],
};
