import type { Value } from '../../values/value.js';
import { booleanAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { booleanAnalysis } from './boolean-analysis.js';
import { TWO_BOOLEANS } from './overloads.js';

const reference = (args: readonly Value[]) => !booleanAt(args, 0) || booleanAt(args, 1);

export const implies: Monomer = {
  index: 20,
  name: 'IMPLIES',
  family: 'logic',
  signature: '(a bool, b bool) → bool',
  description: 'Implication: false only where a is true and b is false. The right side is evaluated only where the left is true.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'a implies b',
  examples: [
    { arguments: [true, true], result: true },
    { arguments: [true, false], result: false },
    { arguments: [false, true], result: true },
    { arguments: [false, false], result: true },
  ],
  overloads: TWO_BOOLEANS,
  reference,
  analysis: booleanAnalysis(reference),
};
