import type { Monomer } from '../monomer.js';

export const field: Monomer = {
  index: 47,
  name: 'FIELD',
  family: 'memory',
  signature: '(record, name) → T',
  description: 'A field of a record.',
  needs: null,
  range: 'the domain of the field',
  effect: 'pure',
  form: 'r.x',
  examples: [],
  overloads: [],
};
