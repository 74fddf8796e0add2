import type { Monomer } from '../monomer.js';

export const call: Monomer = {
  index: 63,
  name: 'CALL',
  family: 'control',
  signature: '(component, args) → result',
  description: 'Application of a component, or of a published circuit that is pinned by its hash.',
  needs: 'the arguments are in the domains of the parameters, and every require holds',
  range: 'the domain of the result',
  effect: 'pure',
  form: 'share(a, b)',
  examples: [
    { arguments: ['component double(n: 0..100) -> 0..200 { n * 2 }', 21], result: 42 },
    { arguments: ['component double(n: 0..100) -> 0..200 { n * 2 }', 0], result: 0 },
    { arguments: ['component half(n: u8) -> u8 { n / 2 }', 255], result: 127 },
    { arguments: ['component least(a: i8, b: i8) -> i8 { MIN(a, b) }', -128, 127], result: -128 },
  ],
  overloads: [],
};
