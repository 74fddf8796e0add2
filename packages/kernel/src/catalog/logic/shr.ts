import type { Value } from '../../values/value.js';
import { integerAt, integerWithin } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { atMostFact, factsOnBounds, onRanges, refiningRanges, whereReached } from '../views.js';
import { MAX_SHIFT, shiftRight } from './bits.js';
import { NATURAL_AND_COUNT } from './overloads.js';
import { beforeShiftRight, isShift, shiftRightRanges } from './shift-ranges.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const a = integerAt(args, 0);
  const count = integerWithin(args, 1, 0, MAX_SHIFT);
  return a < 0 || count === undefined ? undefined : shiftRight(a, count);
};

const analysis: Analysis = {
  transfer: onRanges(shiftRightRanges),
  need: whereReached(isShift),
  refine: refiningRanges((result, _, n) => [beforeShiftRight(result, n)]),
  facts: factsOnBounds(() => [atMostFact('result', 0)]),
};

export const shr: Monomer = {
  index: 31,
  name: 'SHR',
  family: 'logic',
  signature: '(a nat, n 0..62) → nat',
  description: 'The natural number a divided by 2 to the n, rounded down.',
  needs: 'a is not negative, and n is in 0..62',
  range: 'from the lower bound shifted most to the upper bound shifted least',
  effect: 'pure',
  operator: 'a >> n',
  examples: [
    { arguments: [1024, 10], result: 1 },
    { arguments: [7, 1], result: 3 },
    { arguments: ['9223372036854775807', 62], result: 1 },
    { arguments: ['9223372036854775807', 0], result: '9223372036854775807' },
  ],
  overloads: NATURAL_AND_COUNT,
  reference,
  analysis: exactOnFew(reference, analysis),
};
