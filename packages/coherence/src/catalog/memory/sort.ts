import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';

export const sort: Monomer = {
  index: 45,
  name: 'SORT',
  family: 'memory',
  signature: '([int] or [text]) → same',
  description: 'The elements of a list of integers or texts in ascending order; texts are ordered by code point.',
  needs: null,
  range: 'the domain of xs',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('xs', listOf(INTEGER))], result: listOf(INTEGER) },
    { parameters: [parameter('xs', listOf(TEXT))], result: listOf(TEXT) },
  ],
};
