import type { Value } from '../../values/value.js';
import { booleanAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { booleanAnalysis } from './boolean-analysis.js';
import { TWO_BOOLEANS } from './overloads.js';

const reference = (args: readonly Value[]) => booleanAt(args, 0) || booleanAt(args, 1);

export const or: Monomer = {
  index: 17,
  name: 'OR',
  family: 'logic',
  signature: '(a bool, b bool) → bool',
  description: 'Disjunction: true where at least one is true. The right side is evaluated only where the left is false.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'a or b',
  examples: [
    { arguments: [true, true], result: true },
    { arguments: [true, false], result: true },
    { arguments: [false, true], result: true },
    { arguments: [false, false], result: false },
  ],
  overloads: TWO_BOOLEANS,
  reference,
  analysis: booleanAnalysis(reference),
};
