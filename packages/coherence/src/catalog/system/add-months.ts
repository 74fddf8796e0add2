import { INTEGER } from '../../domain.js';
import { NONE, OptionValue } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { civilOf, dayAt, daysOf, monthLength, YEAR_MAX, YEAR_MIN } from './civil.js';

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
  examples: [
    { arguments: [0, 1], result: 31 },
    { arguments: [30, 1], result: 58 },
    { arguments: [11016, 12], result: 11381 },
    { arguments: [0, -1], result: -31 },
    { arguments: [2932896, 1], result: null },
    { arguments: [-719162, '-9223372036854775808'], result: null },
    { arguments: [2932896, -119987], result: -719132 },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER), parameter('months', INTEGER)], result: optionOf(INTEGER) }],
  reference: (args) => {
    const days = dayAt(args, 0);
    if (days === undefined) return undefined;
    const start = civilOf(days);
    // A months argument beyond the safe integers rounds here to one that is just as far outside.
    const months = start.year * 12 + (start.month - 1) + Number(integerAt(args, 1));
    const year = Math.floor(months / 12);
    if (year < YEAR_MIN || year > YEAR_MAX) return NONE;
    const month = months - year * 12 + 1;
    return new OptionValue(daysOf({ year, month, day: Math.min(start.day, monthLength(year, month)) }));
  },
};
