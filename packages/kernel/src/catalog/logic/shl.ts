import { fits } from '../../abstract/arithmetic.js';
import type { Value } from '../../values/value.js';
import { integerAt, integerWithin } from '../arguments.js';
import { fitting } from '../arithmetic/overloads.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { atMostFact, factsOnBounds, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { MAX_SHIFT, shiftLeft } from './bits.js';
import { NATURAL_AND_COUNT } from './overloads.js';
import { beforeShiftLeft, isShift, shiftLeftRanges } from './shift-ranges.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const a = integerAt(args, 0);
  const count = integerWithin(args, 1, 0, MAX_SHIFT);
  return a < 0 || count === undefined ? undefined : fitting(shiftLeft(a, count));
};

const analysis: Analysis = {
  transfer: onRanges(shiftLeftRanges),
  need: whereReached((args) => isShift(args) && fits(shiftLeftRanges(rangesAt(args, 0), rangesAt(args, 1)))),
  refine: refiningRanges((result, _, n) => [beforeShiftLeft(result, n)]),
  facts: factsOnBounds(() => [atMostFact(0, 'result')]),
};

export const shl: Monomer = {
  index: 30,
  name: 'SHL',
  family: 'logic',
  signature: '(a nat, n 0..62) → nat',
  description: 'The natural number a times 2 to the n.',
  needs: 'a is not negative, n is in 0..62, and the result fits 64 bits',
  range: 'from the lower bound shifted least to the upper bound shifted most',
  effect: 'pure',
  operator: 'a << n',
  examples: [
    { arguments: [1, 10], result: 1024 },
    { arguments: [0, 62], result: 0 },
    { arguments: [1, 62], result: '4611686018427387904' },
    { arguments: ['4611686018427387903', 1], result: '9223372036854775806' },
  ],
  overloads: NATURAL_AND_COUNT,
  reference,
  analysis: exactOnFew(reference, analysis),
};
