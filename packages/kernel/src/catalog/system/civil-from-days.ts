import { INTEGER } from '../../types/domain.js';
import { RecordValue } from '../../values/value.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { civilFromDaysAnalysis } from './analysis/civil-from-days.js';
import { civilOf, DATE, dayAt } from './civil.js';

export const civilFromDays: Monomer = {
  index: 115,
  name: 'CIVIL_FROM_DAYS',
  family: 'system',
  signature: '(n) → (year: 1..9999, month: 1..12, day: 1..31)',
  description: 'The date of the Gregorian calendar that is n days after 1970-01-01.',
  needs: 'n in −719,162..2,932,896',
  range: '(year: 1..9999, month: 1..12, day: 1..31)',
  effect: 'pure',
  examples: [
    { arguments: [0], result: { year: 1970, month: 1, day: 1 } },
    { arguments: [-719162], result: { year: 1, month: 1, day: 1 } },
    { arguments: [2932896], result: { year: 9999, month: 12, day: 31 } },
    { arguments: [11016], result: { year: 2000, month: 2, day: 29 } },
    { arguments: [-1], result: { year: 1969, month: 12, day: 31 } },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: DATE }],
  reference: (args) => {
    const days = dayAt(args, 0);
    if (days === undefined) return undefined;
    const { year, month, day } = civilOf(days);
    return new RecordValue(
      new Map([
        ['day', day],
        ['month', month],
        ['year', year],
      ]),
    );
  },
  analysis: civilFromDaysAnalysis,
};
