import { TEXT_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { concatAnalysis } from './analysis/concat.js';

function reference(args: readonly Value[]): Value | undefined {
  const a = textAt(args, 0);
  const b = textAt(args, 1);
  return codePointLength(a) + codePointLength(b) <= TEXT_LENGTH ? a + b : undefined;
}

export const concat: Monomer = {
  index: 81,
  name: 'CONCAT',
  family: 'string',
  signature: '(text, text) → text',
  description: 'Two texts, one after the other.',
  needs: 'at most 1,048,576 code points together',
  range: 'texts with the sum of the lengths',
  effect: 'pure',
  operator: 'a ++ b',
  examples: [
    { arguments: ['ab', 'c'], result: 'abc' },
    { arguments: ['', ''], result: '' },
    { arguments: ['', 'x'], result: 'x' },
    { arguments: ['\u{1f600}', '\u{1f601}'], result: '\u{1f600}\u{1f601}' },
  ],
  overloads: [{ parameters: [parameter('a', TEXT), parameter('b', TEXT)], result: TEXT }],
  reference,
  analysis: concatAnalysis(reference),
};
