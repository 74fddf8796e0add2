import { INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { weekdayAnalysis } from './analysis/weekday.js';
import { dayAt, weekdayOf } from './civil.js';

export const weekday: Monomer = {
  index: 116,
  name: 'WEEKDAY',
  family: 'system',
  signature: '(n) → 1..7',
  description: 'The day of the week that is n days after 1970-01-01, as ISO 8601 counts: Monday is 1, Sunday 7.',
  needs: 'n in −719,162..2,932,896',
  range: '1..7',
  effect: 'pure',
  examples: [
    { arguments: [0], result: 4 },
    { arguments: [3], result: 7 },
    { arguments: [4], result: 1 },
    { arguments: [-719162], result: 1 },
    { arguments: [2932896], result: 5 },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: INTEGER }],
  reference: (args) => {
    const days = dayAt(args, 0);
    return days === undefined ? undefined : weekdayOf(days);
  },
  analysis: weekdayAnalysis,
};
