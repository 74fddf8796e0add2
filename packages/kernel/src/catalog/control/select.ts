import type { Monomer } from '../monomer.js';

export const select: Monomer = {
  index: 48,
  name: 'SELECT',
  family: 'control',
  signature: '(c bool, T, T) → T',
  description: 'Choice by a condition; only the chosen arm is reached.',
  needs: null,
  range: 'the first arm where the condition can be true, and the second where it can be false',
  effect: 'pure',
  form: 'if c { a } else { b }',
  examples: [
    { arguments: [true, 1, 2], result: 1 },
    { arguments: [false, 1, 2], result: 2 },
    { arguments: [true, 'yes', 'no'], result: 'yes' },
    { arguments: [false, null, 5], result: 5 },
  ],
  overloads: [],
};
