import { BYTES, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';

export const take: Monomer = {
  index: 39,
  name: 'TAKE',
  family: 'memory',
  signature: '([T] or bytes, n nat) → same',
  description: 'The first n elements of a list or bytes, or all of them where there are fewer.',
  needs: 'n ≥ 0',
  range: 'elements of xs, with length min(n, length)',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('n', INTEGER)], result: LIST_OF_T },
    { parameters: [parameter('xs', BYTES), parameter('n', INTEGER)], result: BYTES },
  ],
};
