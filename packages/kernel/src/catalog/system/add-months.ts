import { INTEGER } from '../../types/domain.js';
import { NONE, OptionValue } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { addMonthsAnalysis } from './analysis/add-months.js';
import { civilOf, dayAt } from './civil.js';
import { dayInMonth, MONTH_MAX, MONTH_MIN, monthOf } from './months.js';

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
    const months = monthOf(start) + Number(integerAt(args, 1));
    if (months < MONTH_MIN || months > MONTH_MAX) return NONE;
    return new OptionValue(dayInMonth(months, start.day));
  },
  analysis: addMonthsAnalysis,
};
