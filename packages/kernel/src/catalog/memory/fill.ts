import { LIST_LENGTH } from '../../limits.js';
import { INTEGER } from '../../types/domain.js';
import { integerWithin, valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';
import { fillAnalysis } from './analysis/fill.js';

export const fill: Monomer = {
  index: 42,
  name: 'FILL',
  family: 'memory',
  signature: '(n, v T) → [T]',
  description: 'A list of n times the value v.',
  needs: 'n in 0..65,536',
  range: 'lists of v, with length n',
  effect: 'pure',
  examples: [
    { arguments: [3, 0], result: [0, 0, 0] },
    { arguments: [0, 'a'], result: [] },
    { arguments: [1, true], result: [true] },
    {
      arguments: [2, [1, 2]],
      result: [
        [1, 2],
        [1, 2],
      ],
    },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER), parameter('v', T)], result: LIST_OF_T }],
  reference: (args) => {
    const n = integerWithin(args, 0, 0, LIST_LENGTH);
    return n === undefined ? undefined : Array.from({ length: n }, () => valueAt(args, 1));
  },
  analysis: fillAnalysis,
};
