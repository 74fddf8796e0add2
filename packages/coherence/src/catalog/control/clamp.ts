import { INTEGER } from '../../domain.js';
import { maximum, minimum } from '../../integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const clamp: Monomer = {
  index: 59,
  name: 'CLAMP',
  family: 'control',
  signature: '(x int, lo int, hi int) → int',
  description: 'The integer of lo..hi that is nearest to x.',
  needs: 'lo ≤ hi',
  range: 'x, cut to lo..hi',
  effect: 'pure',
  examples: [
    { arguments: [5, 0, 10], result: 5 },
    { arguments: [-5, 0, 10], result: 0 },
    { arguments: [15, 0, 10], result: 10 },
    { arguments: ['-9223372036854775808', '-9223372036854775807', '9223372036854775807'], result: '-9223372036854775807' },
    { arguments: [3, 7, 7], result: 7 },
  ],
  overloads: [{ parameters: [parameter('x', INTEGER), parameter('lo', INTEGER), parameter('hi', INTEGER)], result: INTEGER }],
  reference: (args) => {
    const lo = integerAt(args, 1);
    const hi = integerAt(args, 2);
    return lo <= hi ? minimum(maximum(integerAt(args, 0), lo), hi) : undefined;
  },
};
