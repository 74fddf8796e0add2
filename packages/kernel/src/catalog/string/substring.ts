import { TEXT_LENGTH } from '../../limits.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { integerWithin, textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { substringAnalysis } from './analysis/substring.js';
import { offsetOf } from './offsets.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  const i = integerWithin(args, 1, 0, TEXT_LENGTH);
  const j = integerWithin(args, 2, 0, TEXT_LENGTH);
  if (i === undefined || j === undefined || j < i) return undefined;
  const start = offsetOf(text, i);
  const end = start === undefined ? undefined : offsetOf(text, j - i, start);
  return end === undefined ? undefined : text.slice(start, end);
}

export const substring: Monomer = {
  index: 82,
  name: 'SUBSTRING',
  family: 'string',
  signature: '(text, i, j) → text',
  description: 'The code points i to j−1 of a text, counted from 0.',
  needs: '0 ≤ i ≤ j ≤ length',
  range: 'texts of length j − i',
  effect: 'pure',
  examples: [
    { arguments: ['GB82WEST', 4, 8], result: 'WEST' },
    { arguments: ['abc', 0, 3], result: 'abc' },
    { arguments: ['abc', 3, 3], result: '' },
    { arguments: ['', 0, 0], result: '' },
    { arguments: ['a\u{1f600}b', 1, 2], result: '\u{1f600}' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('i', INTEGER), parameter('j', INTEGER)], result: TEXT }],
  reference,
  analysis: substringAnalysis(reference),
};
