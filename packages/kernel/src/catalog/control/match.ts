import type { Monomer } from '../monomer.js';

export const match: Monomer = {
  index: 49,
  name: 'MATCH',
  family: 'control',
  signature: '(e T, arms T → U) → U',
  description: 'Choice by pattern: the value of the first arm whose pattern fits.',
  needs: 'every value of e is covered by an arm',
  range: 'the arms that can be chosen',
  effect: 'pure',
  form: 'match e { p => a, q => b }',
  examples: [
    { arguments: ['us', '.eu => 150, .us => 250, .other => 325'], result: 250 },
    { arguments: [7, '0..9 => 1, _ => 2'], result: 1 },
    { arguments: [10, '0..9 => 1, _ => 2'], result: 2 },
    { arguments: [null, 'none => 0, some n => n'], result: 0 },
    { arguments: [5, 'none => 0, some n => n'], result: 5 },
  ],
  overloads: [],
};
