import { addRanges, fits, subtractRanges } from '../../abstract/arithmetic.js';
import { add as sum } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import { differenceWithin, factsOnBounds, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { fitting, TWO_INTEGERS } from './overloads.js';

const analysis: Analysis = {
  transfer: onRanges(addRanges),
  need: whereReached((args) => fits(addRanges(rangesAt(args, 0), rangesAt(args, 1)))),
  refine: refiningRanges((result, a, b) => [subtractRanges(result, b), subtractRanges(result, a)]),
  facts: factsOnBounds((_, a, b) => [...differenceWithin('result', 0, b), ...differenceWithin('result', 1, a)]),
};

export const add: Monomer = {
  index: 0,
  name: 'ADD',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The exact sum of two integers.',
  needs: 'a + b fits 64 bits',
  range: 'from the sum of the lower bounds to the sum of the upper bounds',
  effect: 'pure',
  operator: 'a + b',
  examples: [
    { arguments: [2, 3], result: 5 },
    { arguments: [-7, 7], result: 0 },
    { arguments: ['9007199254740991', 1], result: '9007199254740992' },
    { arguments: ['9223372036854775806', 1], result: '9223372036854775807' },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: -1 },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(sum(integerAt(args, 0), integerAt(args, 1))),
  analysis,
};
