import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const daysFromCivil: Monomer = {
  index: 114,
  name: 'DAYS_FROM_CIVIL',
  family: 'system',
  signature: '(y, m, d) → −719,162..2,932,896',
  description: 'The number of days from 1970-01-01 to a date of the Gregorian calendar.',
  needs: 'year in 1..9999, and the month and the day exist in it',
  range: '−719,162..2,932,896',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('year', INTEGER), parameter('month', INTEGER), parameter('day', INTEGER)], result: INTEGER }],
};
