import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { DATE } from './civil.js';

export const civilFromDays: Monomer = {
  index: 115,
  name: 'CIVIL_FROM_DAYS',
  family: 'system',
  signature: '(n) → (year: 1..9999, month: 1..12, day: 1..31)',
  description: 'The date of the Gregorian calendar that is n days after 1970-01-01.',
  needs: 'n in −719,162..2,932,896',
  range: '(year: 1..9999, month: 1..12, day: 1..31)',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: DATE }],
};
