import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

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
  examples: [],
  overloads: [{ parameters: [parameter('lo', INTEGER), parameter('hi', INTEGER)], result: INTEGER }],
};
