import { BOOLEAN, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const isLeapYear: Monomer = {
  index: 112,
  name: 'IS_LEAP_YEAR',
  family: 'system',
  signature: '(y 1..9999) → bool',
  description: 'Whether a year is a leap year of the Gregorian calendar.',
  needs: 'year in 1..9999',
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('year', INTEGER)], result: BOOLEAN }],
};
