import type { Monomer } from '../monomer.js';

export const any: Monomer = {
  index: 53,
  name: 'ANY',
  family: 'control',
  signature: '(xs [T], T → bool) → bool',
  description: 'Whether a condition holds for at least one element; false for an empty list. It stops at the first such element.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  form: 'any x in xs { c }',
  examples: [
    { arguments: [[1, 2, 3], 'x => x == 2'], result: true },
    { arguments: [[1, 2, 3], 'x => x == 4'], result: false },
    { arguments: [[], 'x => true'], result: false },
    { arguments: [[0, 1], 'x => x == 0 or 10 / x > 5'], result: true },
  ],
  overloads: [],
};
