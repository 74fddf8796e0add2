import { BYTES, INTEGER } from '../../types/domain.js';
import { sequenceAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { LIST_OF_T, parameter } from '../schemes.js';
import { lengthAnalysis } from './analysis/length.js';

export const length: Monomer = {
  index: 32,
  name: 'LENGTH',
  family: 'memory',
  signature: '([T] or bytes) → nat',
  description: 'The number of elements of a list, or of octets.',
  needs: null,
  range: 'the lengths that xs can have',
  effect: 'pure',
  examples: [
    { arguments: [[7, 8, 9]], result: 3 },
    { arguments: [[]], result: 0 },
    { arguments: [[[1, 2], []]], result: 2 },
    { arguments: ['AP8='], result: 2 },
    { arguments: [''], result: 0 },
  ],
  overloads: [
    { parameters: [parameter('xs', LIST_OF_T)], result: INTEGER },
    { parameters: [parameter('xs', BYTES)], result: INTEGER },
  ],
  reference: (args) => sequenceAt(args, 0).length,
  analysis: lengthAnalysis,
};
