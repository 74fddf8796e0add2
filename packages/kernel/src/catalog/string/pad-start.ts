import { TEXT_LENGTH } from '../../limits.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import { integerWithin, textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { padStartAnalysis } from './analysis/pad-start.js';

export const padStart: Monomer = {
  index: 93,
  name: 'PAD_START',
  family: 'string',
  signature: '(text, n, fill text) → text',
  description: 'The text with as many fill characters before it as bring it to at least n code points.',
  needs: 'n in 0..1,048,576, and the fill is one code point',
  range: 'texts of length max(n, length)',
  effect: 'pure',
  examples: [
    { arguments: ['7', 3, '0'], result: '007' },
    { arguments: ['1234', 3, '0'], result: '1234' },
    { arguments: ['', 0, ' '], result: '' },
    { arguments: ['\u{1f600}', 3, '-'], result: '--\u{1f600}' },
    { arguments: ['a', 2, '\u{1f600}'], result: '\u{1f600}a' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('n', INTEGER), parameter('fill', TEXT)], result: TEXT }],
  reference: (args) => {
    const text = textAt(args, 0);
    const n = integerWithin(args, 1, 0, TEXT_LENGTH);
    const fill = textAt(args, 2);
    if (n === undefined || codePointLength(fill) !== 1) return undefined;
    return fill.repeat(Math.max(n - codePointLength(text), 0)) + text;
  },
  analysis: padStartAnalysis,
};
