import { TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { sameLengthAnalysis } from './analysis/same-length.js';

const reference = (args: readonly Value[]) => textAt(args, 0).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const lower: Monomer = {
  index: 88,
  name: 'LOWER',
  family: 'string',
  signature: '(text) → text',
  description: 'The text with the ASCII letters A to Z turned into a to z; every other character stays.',
  needs: null,
  range: 'texts of the same length',
  effect: 'pure',
  examples: [
    { arguments: ['Hello, World 1'], result: 'hello, world 1' },
    { arguments: [''], result: '' },
    { arguments: ['\u00c9COLE \u0130\u212a'], result: '\u00c9cole \u0130\u212a' },
    { arguments: ['@AZ['], result: '@az[' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: TEXT }],
  reference,
  analysis: sameLengthAnalysis(reference),
};
