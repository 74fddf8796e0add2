import { floorDividendRanges, quotientRanges } from '../../abstract/division.js';
import { lowest } from '../../abstract/ranges.js';
import { floorDivide } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { onRanges, refiningRanges, whereReached } from '../views.js';
import { fitting, TWO_INTEGERS } from './overloads.js';
import { divisorRanges, quotientFacts, quotientNeed, quotientRelated } from './quotient.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const divisor = integerAt(args, 1);
  return divisor === 0 ? undefined : fitting(floorDivide(integerAt(args, 0), divisor));
};

const analysis: Analysis = {
  transfer: onRanges((a, b) => quotientRanges(a, b, floorDivide)),
  need: whereReached(quotientNeed),
  related: quotientRelated,
  refine: refiningRanges((result, a, b) => [lowest(b) < 1 ? a : floorDividendRanges(result, b), divisorRanges(result, a, b)]),
  facts: quotientFacts,
};

export const floorDiv: Monomer = {
  index: 5,
  name: 'FLOOR_DIV',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The quotient of two integers, rounded down (toward minus infinity).',
  needs: 'b is not 0, and the quotient fits 64 bits (the least integer by -1 does not)',
  range: 'between the least and the greatest quotient of the bounds, 0 left out of b',
  effect: 'pure',
  examples: [
    { arguments: [7, 2], result: 3 },
    { arguments: [-7, 2], result: -4 },
    { arguments: [7, -2], result: -4 },
    { arguments: [-8, 2], result: -4 },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: -2 },
  ],
  overloads: TWO_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
