import { BYTES, INTEGER } from '../../types/domain.js';
import { NONE, OptionValue } from '../../values/value.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, optionOf, parameter, T } from '../schemes.js';
import { findAnalysis } from './analysis/find.js';
import { placeOf } from './sequence.js';

export const find: Monomer = {
  index: 43,
  name: 'FIND',
  family: 'memory',
  signature: '([T] or bytes, v) → nat?',
  description: 'The index of the first element that equals v, counted from 0, or none.',
  needs: null,
  range: 'none, or 0..length−1',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 7], 7], result: 0 },
    { arguments: [[7, 8, 7], 9], result: null },
    { arguments: [[], 1], result: null },
    {
      arguments: [
        [[1], [1, 2]],
        [1, 2],
      ],
      result: 1,
    },
    { arguments: ['Af8=', 255], result: 1 },
    { arguments: ['Af8=', 256], result: null },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('v', T)], result: optionOf(INTEGER) },
    { parameters: [parameter('xs', BYTES), parameter('v', INTEGER)], result: optionOf(INTEGER) },
  ],
  reference: (args, meter) => {
    const place = placeOf(args, meter);
    return place < 0 ? NONE : new OptionValue(place);
  },
  analysis: findAnalysis,
};
