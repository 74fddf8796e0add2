import type { Value } from '../../values/value.js';
import { booleanAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { booleanAnalysis } from './boolean-analysis.js';
import { TWO_BOOLEANS } from './overloads.js';

const reference = (args: readonly Value[]) => booleanAt(args, 0) !== booleanAt(args, 1);

export const xor: Monomer = {
  index: 18,
  name: 'XOR',
  family: 'logic',
  signature: '(a bool, b bool) → bool',
  description: 'Exclusive or: true where exactly one is true.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: [true, true], result: false },
    { arguments: [true, false], result: true },
    { arguments: [false, true], result: true },
    { arguments: [false, false], result: false },
  ],
  overloads: TWO_BOOLEANS,
  reference,
  analysis: booleanAnalysis(reference),
};
