import { dividendRanges } from '../../abstract/division.js';
import { divide, multiply } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { fitting, THREE_INTEGERS } from './overloads.js';
import { proportionAnalysis } from './proportion.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const divisor = integerAt(args, 2);
  return divisor === 0 ? undefined : fitting(divide(multiply(integerAt(args, 0), integerAt(args, 1)), divisor));
};

const analysis: Analysis = proportionAnalysis({ quotient: divide, products: (result, c) => dividendRanges(result, [c, c]) });

export const muldiv: Monomer = {
  index: 13,
  name: 'MULDIV',
  family: 'arithmetic',
  signature: '(a int, b int, c int) → int',
  description: 'The product of a and b divided by c, truncated toward zero; the product is exact and may exceed 64 bits.',
  needs: 'c is not 0, and the quotient fits 64 bits',
  range: 'between the least and the greatest quotient of the bounds, 0 left out of c',
  effect: 'pure',
  examples: [
    { arguments: [1000, 150, 10000], result: 15 },
    { arguments: [7, 3, 2], result: 10 },
    { arguments: [-7, 3, 2], result: -10 },
    { arguments: ['9223372036854775807', '9223372036854775807', '9223372036854775807'], result: '9223372036854775807' },
    { arguments: ['-9223372036854775808', 3, 4], result: '-6917529027641081856' },
  ],
  overloads: THREE_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
