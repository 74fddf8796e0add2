import { BOOLEAN } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { booleanAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { narrowed } from '../views.js';
import { negation } from './negation.js';

const reference = (args: readonly Value[]) => !booleanAt(args, 0);

export const not: Monomer = {
  index: 19,
  name: 'NOT',
  family: 'logic',
  signature: '(a bool) → bool',
  description: 'Negation: true where a is false.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'not a',
  // It has two applications only; the catalog promises four examples a row, so each stands twice.
  examples: [
    { arguments: [true], result: false },
    { arguments: [false], result: true },
    { arguments: [true], result: false },
    { arguments: [false], result: true },
  ],
  overloads: [{ parameters: [parameter('a', BOOLEAN)], result: BOOLEAN }],
  reference,
  analysis: { transfer: ([a]) => negation(a), refine: (result, args) => narrowed(args, [negation(result)]) },
};
