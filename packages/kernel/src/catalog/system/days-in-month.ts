import { INTEGER } from '../../types/domain.js';
import { integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { daysInMonthAnalysis } from './analysis/days-in-month.js';
import { monthLength, yearAt } from './civil.js';

export const daysInMonth: Monomer = {
  index: 113,
  name: 'DAYS_IN_MONTH',
  family: 'system',
  signature: '(y 1..9999, m 1..12) → 28..31',
  description: 'The number of days of a month of the Gregorian calendar.',
  needs: 'year in 1..9999, month in 1..12',
  range: '28..31',
  effect: 'pure',
  examples: [
    { arguments: [2024, 2], result: 29 },
    { arguments: [2023, 2], result: 28 },
    { arguments: [1, 1], result: 31 },
    { arguments: [9999, 12], result: 31 },
    { arguments: [2024, 4], result: 30 },
  ],
  overloads: [{ parameters: [parameter('year', INTEGER), parameter('month', INTEGER)], result: INTEGER }],
  reference: (args) => {
    const year = yearAt(args, 0);
    const month = integerWithin(args, 1, 1, 12);
    return year === undefined || month === undefined ? undefined : monthLength(year, month);
  },
  analysis: daysInMonthAnalysis,
};
