import { absoluteRanges, atLeast, fits, negateRanges } from '../../abstract/arithmetic.js';
import { unite } from '../../abstract/ranges.js';
import { absolute, maximum, multiply } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import { differenceWithin, factsOnBounds, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { fitting, ONE_INTEGER } from './overloads.js';

const analysis: Analysis = {
  transfer: onRanges(absoluteRanges),
  need: whereReached((args) => fits(absoluteRanges(rangesAt(args, 0)))),
  refine: refiningRanges((result) => [unite(negateRanges(atLeast(result, 0)), atLeast(result, 0))]),
  // |a| - a is 0 or -2a
  facts: factsOnBounds((_, a) => differenceWithin('result', 0, { lo: 0, hi: maximum(0, multiply(-2, a.lo)) })),
};

export const abs: Monomer = {
  index: 8,
  name: 'ABS',
  family: 'arithmetic',
  signature: '(a int) → nat',
  description: 'The absolute value of an integer.',
  needs: 'a is not the least integer, whose absolute value does not fit 64 bits',
  range: 'the distances of the values of a from 0',
  effect: 'pure',
  examples: [
    { arguments: [5], result: 5 },
    { arguments: [-5], result: 5 },
    { arguments: [0], result: 0 },
    { arguments: ['-9223372036854775807'], result: '9223372036854775807' },
  ],
  overloads: ONE_INTEGER,
  reference: (args) => fitting(absolute(integerAt(args, 0))),
  analysis,
};
