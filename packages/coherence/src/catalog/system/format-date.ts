import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const formatDate: Monomer = {
  index: 119,
  name: 'FORMAT_DATE',
  family: 'system',
  signature: '(n) → text[10]',
  description: 'The date that is n days after 1970-01-01 as YYYY-MM-DD.',
  needs: 'n in −719,162..2,932,896',
  range: 'texts of length 10',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: TEXT }],
};
