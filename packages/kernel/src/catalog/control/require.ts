import type { Monomer } from '../monomer.js';

export const requirement: Monomer = {
  index: 61,
  name: 'REQUIRE',
  family: 'control',
  signature: '(c bool)',
  description: 'What callers promise about the inputs, beyond their domains. An input for which it is false is refused at the boundary.',
  needs: null,
  range: 'nothing: what follows is evaluated only where it holds',
  effect: 'pure',
  form: 'require c',
  examples: [
    { arguments: [true], result: 'accepted' },
    { arguments: [false], result: 'DomainError' },
    { arguments: [{ low: 1, high: 1 }, 'low <= high'], result: 'accepted' },
    { arguments: [{ low: 2, high: 1 }, 'low <= high'], result: 'DomainError' },
  ],
  overloads: [],
};
