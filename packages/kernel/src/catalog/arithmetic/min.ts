import { INT64 } from '../../abstract/abstract.js';
import { atLeast, minimumRanges } from '../../abstract/arithmetic.js';
import { highest, intersect, lowest, type Ranges } from '../../abstract/ranges.js';
import { minimum, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import { differenceWithin, factsOnBounds, isAtMost, onRanges, refiningRanges } from '../views.js';
import { TWO_INTEGERS } from './overloads.js';

/** What remains of `a`: no less than the result, and the result itself where `b` cannot be it. */
function remains(result: Ranges, a: Ranges, b: Ranges): Ranges {
  return lowest(b) > highest(result) ? intersect(a, result) : atLeast(a, lowest(result));
}

const analysis: Analysis = {
  transfer: onRanges(minimumRanges),
  related: (args, relations) => {
    if (isAtMost(relations, 0, 1)) return args[0] ?? INT64;
    return isAtMost(relations, 1, 0) ? (args[1] ?? INT64) : INT64;
  },
  refine: refiningRanges((result, a, b) => [remains(result, a, b), remains(result, b, a)]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: minimum(0, subtract(b.lo, a.hi)), hi: 0 }),
    ...differenceWithin('result', 1, { lo: minimum(0, subtract(a.lo, b.hi)), hi: 0 }),
  ]),
};

export const min: Monomer = {
  index: 9,
  name: 'MIN',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The lesser of two integers.',
  needs: null,
  range: 'from the lesser lower bound to the lesser upper bound',
  effect: 'pure',
  examples: [
    { arguments: [2, 3], result: 2 },
    { arguments: [3, 2], result: 2 },
    { arguments: [-1, -1], result: -1 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: '-9223372036854775808' },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => minimum(integerAt(args, 0), integerAt(args, 1)),
  analysis,
};
