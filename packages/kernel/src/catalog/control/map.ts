import type { Monomer } from '../monomer.js';

export const map: Monomer = {
  index: 50,
  name: 'MAP',
  family: 'control',
  signature: '(xs [T], T → U) → [U]',
  description: 'The list of what an expression gives for each element; over bytes it gives a list.',
  needs: null,
  range: 'a list of the same length',
  effect: 'pure',
  form: 'map x in xs { e }',
  examples: [
    { arguments: [[1, 2, 3], 'x => x * 2'], result: [2, 4, 6] },
    { arguments: [[], 'x => x * 2'], result: [] },
    { arguments: [[-1, 0, 1], 'x => x < 0'], result: [true, false, false] },
    { arguments: [['a', 'bc'], 'x => TEXT_LENGTH(x)'], result: [1, 2] },
  ],
  overloads: [],
};
