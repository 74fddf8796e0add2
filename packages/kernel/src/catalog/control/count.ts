import type { Monomer } from '../monomer.js';

export const count: Monomer = {
  index: 55,
  name: 'COUNT',
  family: 'control',
  signature: '(xs [T], T → bool) → nat',
  description: 'The number of elements for which a condition holds.',
  needs: null,
  range: '0 to the length of xs',
  effect: 'pure',
  form: 'count x in xs { c }',
  examples: [
    { arguments: [[1, 2, 3, 4], 'x => x > 2'], result: 2 },
    { arguments: [[], 'x => true'], result: 0 },
    { arguments: [[1, 1, 1], 'x => x == 1'], result: 3 },
    { arguments: [[1, 2], 'x => x > 9'], result: 0 },
  ],
  overloads: [],
};
