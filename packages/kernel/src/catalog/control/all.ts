import type { Monomer } from '../monomer.js';

export const all: Monomer = {
  index: 54,
  name: 'ALL',
  family: 'control',
  signature: '(xs [T], T → bool) → bool',
  description: 'Whether a condition holds for every element; true for an empty list. It stops at the first element for which it does not.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  form: 'all x in xs { c }',
  examples: [
    { arguments: [[1, 2, 3], 'x => x > 0'], result: true },
    { arguments: [[1, -2, 3], 'x => x > 0'], result: false },
    { arguments: [[], 'x => false'], result: true },
    { arguments: [[0], 'x => x == 0'], result: true },
  ],
  overloads: [],
};
