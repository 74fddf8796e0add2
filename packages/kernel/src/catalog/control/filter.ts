import type { Monomer } from '../monomer.js';

export const filter: Monomer = {
  index: 51,
  name: 'FILTER',
  family: 'control',
  signature: '(xs [T], T → bool) → [T]',
  description: 'The elements for which a condition holds, in their order.',
  needs: null,
  range: 'a list no longer than xs',
  effect: 'pure',
  form: 'filter x in xs { c }',
  examples: [
    { arguments: [[1, 2, 3, 4], 'x => x % 2 == 0'], result: [2, 4] },
    { arguments: [[], 'x => true'], result: [] },
    { arguments: [[1, 2], 'x => false'], result: [] },
    { arguments: [[3, 1, 2], 'x => true'], result: [3, 1, 2] },
  ],
  overloads: [],
};
