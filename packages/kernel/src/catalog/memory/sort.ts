import { INTEGER, TEXT } from '../../types/domain.js';
import { compare } from '../../types/integer.js';
import { compareText } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { integerAt, listAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';
import { sortAnalysis } from './analysis/order.js';

export const sort: Monomer = {
  index: 45,
  name: 'SORT',
  family: 'memory',
  signature: '([int] or [text]) → same',
  description: 'The elements of a list of integers or texts in ascending order; texts are ordered by code point.',
  needs: null,
  range: 'the domain of xs',
  effect: 'pure',
  examples: [
    { arguments: [[3, 1, 2]], result: [1, 2, 3] },
    { arguments: [[]], result: [] },
    {
      arguments: [['9223372036854775807', -1, '-9223372036854775808', 10, 9]],
      result: ['-9223372036854775808', -1, 9, 10, '9223372036854775807'],
    },
    { arguments: [['b', 'a', 'B', '']], result: ['', 'B', 'a', 'b'] },
    { arguments: [['\u{1f600}', '\uff21']], result: ['\uff21', '\u{1f600}'] },
    { arguments: [[2, 2, 1]], result: [1, 2, 2] },
  ],
  overloads: [
    { parameters: [parameter('xs', listOf(INTEGER))], result: listOf(INTEGER) },
    { parameters: [parameter('xs', listOf(TEXT))], result: listOf(TEXT) },
  ],
  reference: (args) => listAt(args, 0).toSorted(ascending),
  analysis: sortAnalysis,
};

function ascending(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return compare(integerAt([a], 0), integerAt([b], 0));
}
