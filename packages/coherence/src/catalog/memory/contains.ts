import { BOOLEAN, BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';

export const contains: Monomer = {
  index: 44,
  name: 'CONTAINS',
  family: 'memory',
  signature: '([T] or bytes, v) → bool',
  description: 'Whether an element of the list or bytes equals v.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'v in xs',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('v', T)], result: BOOLEAN },
    { parameters: [parameter('xs', BYTES), parameter('v', INTEGER)], result: BOOLEAN },
  ],
};
