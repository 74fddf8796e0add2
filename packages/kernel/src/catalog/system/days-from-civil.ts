import { INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { daysFromCivilAnalysis } from './analysis/days-from-civil.js';
import { daysOf, monthLength, yearAt } from './civil.js';

function reference(args: readonly Value[]): Value | undefined {
  const year = yearAt(args, 0);
  const month = integerWithin(args, 1, 1, 12);
  if (year === undefined || month === undefined) return undefined;
  const day = integerWithin(args, 2, 1, monthLength(year, month));
  return day === undefined ? undefined : daysOf({ year, month, day });
}

export const daysFromCivil: Monomer = {
  index: 114,
  name: 'DAYS_FROM_CIVIL',
  family: 'system',
  signature: '(y, m, d) → −719,162..2,932,896',
  description: 'The number of days from 1970-01-01 to a date of the Gregorian calendar.',
  needs: 'year in 1..9999, and the month and the day exist in it',
  range: '−719,162..2,932,896',
  effect: 'pure',
  examples: [
    { arguments: [1970, 1, 1], result: 0 },
    { arguments: [1, 1, 1], result: -719162 },
    { arguments: [9999, 12, 31], result: 2932896 },
    { arguments: [2000, 2, 29], result: 11016 },
    { arguments: [1969, 12, 31], result: -1 },
  ],
  overloads: [{ parameters: [parameter('year', INTEGER), parameter('month', INTEGER), parameter('day', INTEGER)], result: INTEGER }],
  reference,
  analysis: daysFromCivilAnalysis(reference),
};
