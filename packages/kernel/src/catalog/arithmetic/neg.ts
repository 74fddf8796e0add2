import { fits, negateRanges } from '../../abstract/arithmetic.js';
import { negate } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import { onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { fitting, ONE_INTEGER } from './overloads.js';

const analysis: Analysis = {
  transfer: onRanges(negateRanges),
  need: whereReached((args) => fits(negateRanges(rangesAt(args, 0)))),
  refine: refiningRanges((result) => [negateRanges(result)]),
};

export const neg: Monomer = {
  index: 7,
  name: 'NEG',
  family: 'arithmetic',
  signature: '(a int) → int',
  description: 'The integer with its sign turned.',
  needs: 'a is not the least integer, whose negation does not fit 64 bits',
  range: 'from minus the upper bound to minus the lower bound',
  effect: 'pure',
  operator: '-a',
  examples: [
    { arguments: [5], result: -5 },
    { arguments: [-5], result: 5 },
    { arguments: [0], result: 0 },
    { arguments: ['9223372036854775807'], result: '-9223372036854775807' },
  ],
  overloads: ONE_INTEGER,
  reference: (args) => fitting(negate(integerAt(args, 0))),
  analysis,
};
