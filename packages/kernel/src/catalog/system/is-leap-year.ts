import { BOOLEAN, INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { isLeapYearAnalysis } from './analysis/is-leap-year.js';
import { isLeapYearNumber, yearAt } from './civil.js';

export const isLeapYear: Monomer = {
  index: 112,
  name: 'IS_LEAP_YEAR',
  family: 'system',
  signature: '(y 1..9999) → bool',
  description: 'Whether a year is a leap year of the Gregorian calendar.',
  needs: 'year in 1..9999',
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: [2024], result: true },
    { arguments: [1900], result: false },
    { arguments: [2000], result: true },
    { arguments: [1], result: false },
    { arguments: [9999], result: false },
  ],
  overloads: [{ parameters: [parameter('year', INTEGER)], result: BOOLEAN }],
  reference: (args) => {
    const year = yearAt(args, 0);
    return year === undefined ? undefined : isLeapYearNumber(year);
  },
  analysis: isLeapYearAnalysis,
};
