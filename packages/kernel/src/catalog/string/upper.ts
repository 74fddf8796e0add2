import { TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { sameLengthAnalysis } from './analysis/same-length.js';

const reference = (args: readonly Value[]) => textAt(args, 0).replace(/[a-z]+/g, (letters) => letters.toUpperCase());

export const upper: Monomer = {
  index: 87,
  name: 'UPPER',
  family: 'string',
  signature: '(text) → text',
  description: 'The text with the ASCII letters a to z turned into A to Z; every other character stays.',
  needs: null,
  range: 'texts of the same length',
  effect: 'pure',
  examples: [
    { arguments: ['Hello, World 1'], result: 'HELLO, WORLD 1' },
    { arguments: [''], result: '' },
    { arguments: ['stra\u00dfe \u00e9\u0131'], result: 'STRA\u00dfE \u00e9\u0131' },
    { arguments: ['`az{'], result: '`AZ{' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: TEXT }],
  reference,
  analysis: sameLengthAnalysis(reference),
};
