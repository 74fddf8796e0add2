import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const daysInMonth: Monomer = {
  index: 113,
  name: 'DAYS_IN_MONTH',
  family: 'system',
  signature: '(y 1..9999, m 1..12) → 28..31',
  description: 'The number of days of a month of the Gregorian calendar.',
  needs: 'year in 1..9999, month in 1..12',
  range: '28..31',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('year', INTEGER), parameter('month', INTEGER)], result: INTEGER }],
};
