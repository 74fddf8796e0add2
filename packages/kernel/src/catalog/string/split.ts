import { LIST_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';
import { splitAnalysis } from './analysis/split.js';
import { occurrences } from './search.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  const separator = textAt(args, 1);
  if (separator === '') return undefined;
  const found = occurrences(text, separator, LIST_LENGTH);
  if (found.length === LIST_LENGTH) return undefined;
  const starts = [0, ...found.map((at) => at + separator.length)];
  return starts.map((start, part) => text.slice(start, found[part]));
}

export const split: Monomer = {
  index: 90,
  name: 'SPLIT',
  family: 'string',
  signature: '(text, sep text) → [text]',
  description: 'The parts of a text between the occurrences of a separator, empty parts kept; the empty text has one empty part.',
  needs: 'the separator is not empty, and there are at most 65,536 parts',
  range: 'lists of at least one text, each at most as long as the text',
  effect: 'pure',
  examples: [
    { arguments: ['a,b,c', ','], result: ['a', 'b', 'c'] },
    { arguments: ['', ','], result: [''] },
    { arguments: [',', ','], result: ['', ''] },
    { arguments: ['aaa', 'aa'], result: ['', 'a'] },
    { arguments: ['abc', 'x'], result: ['abc'] },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('separator', TEXT)], result: listOf(TEXT) }],
  reference,
  analysis: splitAnalysis(reference),
};
