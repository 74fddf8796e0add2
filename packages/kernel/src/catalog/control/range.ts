import { LIST_LENGTH } from '../../limits.js';
import { INTEGER } from '../../types/domain.js';
import { add, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';
import { rangeAnalysis } from './analysis/range.js';

export const range: Monomer = {
  index: 57,
  name: 'RANGE',
  family: 'control',
  signature: '(a int, b int) → [int]',
  description: 'The list of the integers from a to b, both included; empty where b is less than a.',
  needs: 'there are at most 65,536 of them',
  range: 'a list of integers between a and b',
  effect: 'pure',
  examples: [
    { arguments: [1, 3], result: [1, 2, 3] },
    { arguments: [5, 5], result: [5] },
    { arguments: [1, 0], result: [] },
    { arguments: ['9223372036854775806', '9223372036854775807'], result: ['9223372036854775806', '9223372036854775807'] },
  ],
  overloads: [{ parameters: [parameter('a', INTEGER), parameter('b', INTEGER)], result: listOf(INTEGER) }],
  reference: (args) => {
    const first = integerAt(args, 0);
    const count = add(subtract(integerAt(args, 1), first), 1);
    if (count > LIST_LENGTH) return undefined;
    return Array.from({ length: Math.max(0, Number(count)) }, (_, i) => add(first, i));
  },
  analysis: rangeAnalysis,
};
