import { valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { sameValue } from './equality.js';
import { equalityAnalysis } from './equality-analysis.js';
import { TWO_OF_A_KIND } from './overloads.js';

export const eq: Monomer = {
  index: 21,
  name: 'EQ',
  family: 'logic',
  signature: '(a T, b T) → bool',
  description: 'Structural equality of two values of one kind.',
  needs: null,
  range: 'bool; decided where the values of a and b cannot meet, or are one and the same',
  effect: 'pure',
  operator: 'a == b',
  examples: [
    { arguments: [1, 1], result: true },
    { arguments: [1, 2], result: false },
    { arguments: ['straße', 'strasse'], result: false },
    {
      arguments: [
        [1, 2],
        [1, 2],
      ],
      result: true,
    },
    { arguments: ['9223372036854775807', '9223372036854775806'], result: false },
  ],
  overloads: TWO_OF_A_KIND,
  reference: (args, meter) => sameValue(valueAt(args, 0), valueAt(args, 1), meter),
  analysis: equalityAnalysis(false),
};
