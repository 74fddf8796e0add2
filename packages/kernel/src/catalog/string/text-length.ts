import { INTEGER, TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { textLengthAnalysis } from './analysis/text-length.js';

export const textLength: Monomer = {
  index: 80,
  name: 'TEXT_LENGTH',
  family: 'string',
  signature: '(text) → nat',
  description: 'The number of code points of a text.',
  needs: null,
  range: 'the lengths that the text can have',
  effect: 'pure',
  examples: [
    { arguments: [''], result: 0 },
    { arguments: ['abc'], result: 3 },
    { arguments: ['a\u{1f600}b'], result: 3 },
    { arguments: ['e\u0301'], result: 2 },
    { arguments: ['\u0000\n'], result: 2 },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: INTEGER }],
  reference: (args) => codePointLength(textAt(args, 0)),
  analysis: textLengthAnalysis,
};
