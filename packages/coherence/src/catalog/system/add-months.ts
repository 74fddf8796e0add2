import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const addMonths: Monomer = {
  index: 117,
  name: 'ADD_MONTHS',
  family: 'system',
  signature: '(n, months int) → int?',
  description:
    'The day that is some months after day n: the same day of its month, or the last of that month where there is none; none outside the years 1..9999.',
  needs: 'n in −719,162..2,932,896',
  range: 'none, or −719,162..2,932,896',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER), parameter('months', INTEGER)], result: optionOf(INTEGER) }],
};
