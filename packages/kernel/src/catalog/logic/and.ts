import type { Value } from '../../values/value.js';
import { booleanAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { booleanAnalysis } from './boolean-analysis.js';
import { TWO_BOOLEANS } from './overloads.js';

const reference = (args: readonly Value[]) => booleanAt(args, 0) && booleanAt(args, 1);

export const and: Monomer = {
  index: 16,
  name: 'AND',
  family: 'logic',
  signature: '(a bool, b bool) → bool',
  description: 'Conjunction: true where both are true. The right side is evaluated only where the left is true.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'a and b',
  examples: [
    { arguments: [true, true], result: true },
    { arguments: [true, false], result: false },
    { arguments: [false, true], result: false },
    { arguments: [false, false], result: false },
  ],
  overloads: TWO_BOOLEANS,
  reference,
  analysis: booleanAnalysis(reference),
};
