import type { Value } from '../../values/value.js';
import type { Monomer } from '../monomer.js';
import { orderOf } from './order.js';
import { LESS, orderAnalysis } from './order-analysis.js';
import { TWO_ORDERED } from './overloads.js';

const reference = (args: readonly Value[]) => orderOf(args) < 0;

export const lt: Monomer = {
  index: 23,
  name: 'LT',
  family: 'logic',
  signature: '(a int, b int) → bool, (a text, b text) → bool',
  description: 'Less than, of two integers or of two texts; text is compared by code point.',
  needs: null,
  range: 'bool; decided where the bounds of a and b settle it',
  effect: 'pure',
  operator: 'a < b',
  examples: [
    { arguments: [1, 2], result: true },
    { arguments: [2, 2], result: false },
    { arguments: [3, 2], result: false },
    { arguments: ['-9223372036854775808', '9223372036854775807'], result: true },
    { arguments: ['apple', 'apply'], result: true },
    { arguments: ['～', '😀'], result: true },
  ],
  overloads: TWO_ORDERED,
  reference,
  analysis: orderAnalysis(LESS, reference),
};
