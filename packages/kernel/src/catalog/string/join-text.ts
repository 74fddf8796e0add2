import { TEXT_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { textAt, textsAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';
import { joinTextAnalysis } from './analysis/join-text.js';

function reference(args: readonly Value[]): Value | undefined {
  const texts = textsAt(args, 0);
  const separator = textAt(args, 1);
  // Counted before anything is built: a list may hold one long text thousands of times.
  const between = Math.max(texts.length - 1, 0) * codePointLength(separator);
  const length = texts.reduce((sum, text) => sum + codePointLength(text), between);
  return length <= TEXT_LENGTH ? texts.join(separator) : undefined;
}

export const joinText: Monomer = {
  index: 91,
  name: 'JOIN_TEXT',
  family: 'string',
  signature: '([text], sep text) → text',
  description: 'The texts of a list, one after the other, with a separator between each two.',
  needs: 'at most 1,048,576 code points together',
  range: 'texts with the sum of the lengths and those of the separators',
  effect: 'pure',
  examples: [
    { arguments: [['a', 'b', 'c'], ', '], result: 'a, b, c' },
    { arguments: [[], ','], result: '' },
    { arguments: [['a'], ','], result: 'a' },
    { arguments: [['', ''], ','], result: ',' },
    { arguments: [['a', 'b'], ''], result: 'ab' },
  ],
  overloads: [{ parameters: [parameter('texts', listOf(TEXT)), parameter('separator', TEXT)], result: TEXT }],
  reference,
  analysis: joinTextAnalysis(reference),
};
