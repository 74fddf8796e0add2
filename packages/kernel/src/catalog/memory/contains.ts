import { BOOLEAN, BYTES, INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter, T } from '../schemes.js';
import { containsAnalysis } from './analysis/find.js';
import { placeOf } from './sequence.js';

export const contains: Monomer = {
  index: 44,
  name: 'CONTAINS',
  family: 'memory',
  signature: '([T] or bytes, v) → bool',
  description: 'Whether an element of the list or bytes equals v.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  operator: 'v in xs',
  examples: [
    { arguments: [['eu', 'us'], 'us'], result: true },
    { arguments: [['eu', 'us'], 'US'], result: false },
    { arguments: [[], 0], result: false },
    { arguments: [['9223372036854775807', 0], '9223372036854775807'], result: true },
    { arguments: ['AA==', 0], result: true },
    { arguments: ['AA==', -1], result: false },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T), parameter('v', T)], result: BOOLEAN },
    { parameters: [parameter('xs', BYTES), parameter('v', INTEGER)], result: BOOLEAN },
  ],
  reference: (args, meter) => placeOf(args, meter) >= 0,
  analysis: containsAnalysis,
};
