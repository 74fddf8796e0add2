import type { Monomer } from '../monomer.js';

export const narrow: Monomer = {
  index: 60,
  name: 'NARROW',
  family: 'control',
  signature: '(e T, D) → D',
  description: 'States that a value lies in a domain, which has to be proven; the value itself is unchanged.',
  needs: 'e is in D',
  range: 'what of D the value can be',
  effect: 'pure',
  form: 'e as D',
  examples: [
    { arguments: [5, '0..10'], result: 5 },
    { arguments: [0, '0..0'], result: 0 },
    { arguments: ['abc', 'text[3]'], result: 'abc' },
    { arguments: [-1, 'i8'], result: -1 },
  ],
  overloads: [],
};
