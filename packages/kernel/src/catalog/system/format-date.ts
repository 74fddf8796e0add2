import { INTEGER, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { DAYS } from './analysis/calendar.js';
import { formattedAnalysis } from './analysis/formatted.js';
import { dayAt } from './civil.js';
import { dayOfText, textOfDay } from './date-text.js';

function reference(args: readonly Value[]): Value | undefined {
  const days = dayAt(args, 0);
  return days === undefined ? undefined : textOfDay(days);
}

export const formatDate: Monomer = {
  index: 119,
  name: 'FORMAT_DATE',
  family: 'system',
  signature: '(n) → text[10]',
  description: 'The date that is n days after 1970-01-01 as YYYY-MM-DD.',
  needs: 'n in −719,162..2,932,896',
  range: 'texts of length 10',
  effect: 'pure',
  examples: [
    { arguments: [0], result: '1970-01-01' },
    { arguments: [-719162], result: '0001-01-01' },
    { arguments: [2932896], result: '9999-12-31' },
    { arguments: [11016], result: '2000-02-29' },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: TEXT }],
  reference,
  analysis: formattedAnalysis(reference, { of: DAYS, lengths: () => ({ lo: 10, hi: 10 }), parse: dayOfText }),
};
