import { INT64 } from '../../abstract/abstract.js';
import { atMost, maximumRanges } from '../../abstract/arithmetic.js';
import { highest, intersect, lowest, type Ranges } from '../../abstract/ranges.js';
import { maximum, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import { differenceWithin, factsOnBounds, isAtMost, onRanges, refiningRanges } from '../views.js';
import { TWO_INTEGERS } from './overloads.js';

/** What remains of `a`: no greater than the result, and the result itself where `b` cannot be it. */
function remains(result: Ranges, a: Ranges, b: Ranges): Ranges {
  return highest(b) < lowest(result) ? intersect(a, result) : atMost(a, highest(result));
}

const analysis: Analysis = {
  transfer: onRanges(maximumRanges),
  related: (args, relations) => {
    if (isAtMost(relations, 1, 0)) return args[0] ?? INT64;
    return isAtMost(relations, 0, 1) ? (args[1] ?? INT64) : INT64;
  },
  refine: refiningRanges((result, a, b) => [remains(result, a, b), remains(result, b, a)]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: 0, hi: maximum(0, subtract(b.hi, a.lo)) }),
    ...differenceWithin('result', 1, { lo: 0, hi: maximum(0, subtract(a.hi, b.lo)) }),
  ]),
};

export const max: Monomer = {
  index: 10,
  name: 'MAX',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The greater of two integers.',
  needs: null,
  range: 'from the greater lower bound to the greater upper bound',
  effect: 'pure',
  examples: [
    { arguments: [2, 3], result: 3 },
    { arguments: [3, 2], result: 3 },
    { arguments: [-1, -1], result: -1 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: '9223372036854775807' },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => maximum(integerAt(args, 0), integerAt(args, 1)),
  analysis,
};
