import { INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { randomAnalysis } from './analysis/random.js';

export const random: Monomer = {
  index: 125,
  name: 'RANDOM',
  family: 'system',
  signature: '(lo, hi) → int',
  description:
    'A uniformly random integer of lo..hi from the host. A circuit that asks for it is never closed: take the number as an input instead.',
  needs: 'lo ≤ hi',
  range: 'lo..hi',
  effect: 'source',
  examples: [
    { arguments: [1, 6], host: 4, result: 4 },
    { arguments: [5, 5], host: 5, result: 5 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], host: '9223372036854775807', result: '9223372036854775807' },
    { arguments: [1, 6], host: 7, result: null, error: 'DomainError' },
    { arguments: [1, 6], host: 0, result: null, error: 'DomainError' },
  ],
  overloads: [{ parameters: [parameter('lo', INTEGER), parameter('hi', INTEGER)], result: INTEGER }],
  analysis: randomAnalysis,
};
