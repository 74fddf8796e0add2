import { TEXT_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { replaceAnalysis } from './analysis/replace.js';
import { occurrences } from './search.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  const from = textAt(args, 1);
  const to = textAt(args, 2);
  if (from === '') return undefined;
  const found = occurrences(text, from, text.length);
  const growth = codePointLength(to) - codePointLength(from);
  if (codePointLength(text) + growth * found.length > TEXT_LENGTH) return undefined;
  const starts = [0, ...found.map((at) => at + from.length)];
  return starts.map((start, part) => text.slice(start, found[part])).join(to);
}

export const replace: Monomer = {
  index: 92,
  name: 'REPLACE',
  family: 'string',
  signature: '(text, from text, to text) → text',
  description: 'The text with every occurrence of one part replaced by another, from left to right; what was put in is not searched again.',
  needs: 'the part to be replaced is not empty, and the result has at most 1,048,576 code points',
  range: 'texts',
  effect: 'pure',
  examples: [
    { arguments: ['a-b-c', '-', '+'], result: 'a+b+c' },
    { arguments: ['aaa', 'aa', 'a'], result: 'aa' },
    { arguments: ['abc', 'x', 'y'], result: 'abc' },
    { arguments: ['aXbX', 'X', ''], result: 'ab' },
    { arguments: ['a', 'a', '$&$1'], result: '$&$1' },
    { arguments: ['', 'a', 'b'], result: '' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('from', TEXT), parameter('to', TEXT)], result: TEXT }],
  reference,
  analysis: replaceAnalysis(reference),
};
