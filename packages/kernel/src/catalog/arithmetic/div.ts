import { dividendRanges, quotientRanges } from '../../abstract/division.js';
import { lowest } from '../../abstract/ranges.js';
import { divide } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { onRanges, refiningRanges, whereReached } from '../views.js';
import { fitting, TWO_INTEGERS } from './overloads.js';
import { divisorRanges, quotientFacts, quotientNeed, quotientRelated } from './quotient.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const divisor = integerAt(args, 1);
  return divisor === 0 ? undefined : fitting(divide(integerAt(args, 0), divisor));
};

const analysis: Analysis = {
  transfer: onRanges((a, b) => quotientRanges(a, b, divide)),
  need: whereReached(quotientNeed),
  related: quotientRelated,
  refine: refiningRanges((result, a, b) => [lowest(b) < 1 ? a : dividendRanges(result, b), divisorRanges(result, a, b)]),
  facts: quotientFacts,
};

export const div: Monomer = {
  index: 3,
  name: 'DIV',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The quotient of two integers, truncated toward zero.',
  needs: 'b is not 0, and the quotient fits 64 bits (the least integer by -1 does not)',
  range: 'between the least and the greatest quotient of the bounds, 0 left out of b',
  effect: 'pure',
  operator: 'a / b',
  examples: [
    { arguments: [7, 2], result: 3 },
    { arguments: [-7, 2], result: -3 },
    { arguments: [7, -2], result: -3 },
    { arguments: ['-9223372036854775808', 1], result: '-9223372036854775808' },
    { arguments: ['9223372036854775807', -1], result: '-9223372036854775807' },
  ],
  overloads: TWO_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
