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
  examples: [
    { arguments: [{ x: 1, y: true }, 'x'], result: 1 },
    { arguments: [{ x: 1, y: true }, 'y'], result: true },
    { arguments: [{ low: '-9223372036854775808' }, 'low'], result: '-9223372036854775808' },
    { arguments: [{ inner: { tags: [] } }, 'inner'], result: { tags: [] } },
  ],
  overloads: [],
};
