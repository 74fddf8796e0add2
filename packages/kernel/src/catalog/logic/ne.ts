import { valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { sameValue } from './equality.js';
import { equalityAnalysis } from './equality-analysis.js';
import { TWO_OF_A_KIND } from './overloads.js';

export const ne: Monomer = {
  index: 22,
  name: 'NE',
  family: 'logic',
  signature: '(a T, b T) → bool',
  description: 'The negation of structural equality.',
  needs: null,
  range: 'bool; decided where the values of a and b cannot meet, or are one and the same',
  effect: 'pure',
  operator: 'a != b',
  examples: [
    { arguments: [1, 1], result: false },
    { arguments: [1, 2], result: true },
    { arguments: ['straße', 'strasse'], result: true },
    {
      arguments: [
        [1, 2],
        [1, 2],
      ],
      result: false,
    },
    { arguments: ['9223372036854775807', '9223372036854775806'], result: true },
  ],
  overloads: TWO_OF_A_KIND,
  reference: (args, meter) => !sameValue(valueAt(args, 0), valueAt(args, 1), meter),
  analysis: equalityAnalysis(true),
};
