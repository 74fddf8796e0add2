import type { Monomer } from '../monomer.js';

export const fold: Monomer = {
  index: 52,
  name: 'FOLD',
  family: 'control',
  signature: '(xs [T], init U, (U, T) → U) → U',
  description: 'An accumulator taken through a list from left to right; the initial value where the list is empty.',
  needs: 'the stated domain of the accumulator holds at first and after every step',
  range: 'the domain of the accumulator',
  effect: 'pure',
  form: 'fold acc = init for x in xs { e }',
  examples: [
    { arguments: [[1, 2, 3], 0, 'acc, x => acc + x'], result: 6 },
    { arguments: [[], 7, 'acc, x => acc + x'], result: 7 },
    { arguments: [[1, 2, 3], 0, 'acc, x => x - acc'], result: 2 },
    { arguments: [[5, 9, 4], 0, 'acc, x => MAX(acc, x)'], result: 9 },
  ],
  overloads: [],
};
