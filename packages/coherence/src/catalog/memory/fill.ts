import { INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';

export const fill: Monomer = {
  index: 42,
  name: 'FILL',
  family: 'memory',
  signature: '(n, v T) → [T]',
  description: 'A list of n times the value v.',
  needs: 'n in 0..65,536',
  range: 'lists of v, with length n',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER), parameter('v', T)], result: LIST_OF_T }],
};
