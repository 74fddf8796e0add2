import { integers } from '../../abstract/abstract.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { parsedAnalysis } from './analysis/parsed.js';
import { DAY_MAX, DAY_MIN } from './civil.js';
import { dayOfText } from './date-text.js';

function reference(args: readonly Value[]): Value | undefined {
  const days = dayOfText(textAt(args, 0));
  return days === undefined ? NONE : new OptionValue(days);
}

export const parseDate: Monomer = {
  index: 118,
  name: 'PARSE_DATE',
  family: 'system',
  signature: '(text) → days?',
  description:
    'The days from 1970-01-01 to the date that a text spells as YYYY-MM-DD; none where it is no real date of the years 0001..9999 in that form.',
  needs: null,
  range: 'none, or −719,162..2,932,896',
  effect: 'pure',
  examples: [
    { arguments: ['1970-01-01'], result: 0 },
    { arguments: ['0001-01-01'], result: -719162 },
    { arguments: ['9999-12-31'], result: 2932896 },
    { arguments: ['2023-02-29'], result: null },
    { arguments: ['0000-12-31'], result: null },
    { arguments: ['2024-2-9'], result: null },
    { arguments: [''], result: null },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
  reference,
  analysis: parsedAnalysis(reference, { lo: 10, hi: 10, content: integers(DAY_MIN, DAY_MAX) }),
};
