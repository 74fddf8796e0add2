import { INTEGER } from '../../types/domain.js';
import { add, fitsInt64, type Int } from '../../types/integer.js';
import { integerAt, listAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';
import { sumAnalysis } from './analysis/sum.js';

export const sum: Monomer = {
  index: 46,
  name: 'SUM',
  family: 'memory',
  signature: '([int]) → int',
  description: 'The exact sum of a list of integers; 0 where it is empty.',
  needs: 'the sum fits 64 bits (partial sums need not)',
  range: 'lo·length..hi·length of the elements, within 64 bits',
  effect: 'pure',
  examples: [
    { arguments: [[1, 2, 3]], result: 6 },
    { arguments: [[]], result: 0 },
    { arguments: [['9223372036854775807', 1, -1]], result: '9223372036854775807' },
    { arguments: [['-9223372036854775808', '9223372036854775807']], result: -1 },
  ],
  overloads: [{ parameters: [parameter('xs', listOf(INTEGER))], result: INTEGER }],
  reference: (args) => {
    const list = listAt(args, 0);
    const total = list.reduce<Int>((partial, _, i) => add(partial, integerAt(list, i)), 0);
    return fitsInt64(total) ? total : undefined;
  },
  analysis: sumAnalysis,
};
