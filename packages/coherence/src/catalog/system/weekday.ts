import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const weekday: Monomer = {
  index: 116,
  name: 'WEEKDAY',
  family: 'system',
  signature: '(n) → 1..7',
  description: 'The day of the week that is n days after 1970-01-01, as ISO 8601 counts: Monday is 1, Sunday 7.',
  needs: 'n in −719,162..2,932,896',
  range: '1..7',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: INTEGER }],
};
