import { TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { trimAnalysis } from './analysis/trim.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export const trim: Monomer = {
  index: 89,
  name: 'TRIM',
  family: 'string',
  signature: '(text) → text',
  description: 'The text without the white space (U+0009 to U+000D and U+0020) at both of its ends.',
  needs: null,
  range: 'texts of at most the length',
  effect: 'pure',
  examples: [
    { arguments: ['  a b \t'], result: 'a b' },
    { arguments: ['\u0009\u000a\u000b\u000c\u000d '], result: '' },
    { arguments: [''], result: '' },
    { arguments: ['\u00a0a\u2003'], result: '\u00a0a\u2003' },
    { arguments: ['\ufeff a'], result: '\ufeff a' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: TEXT }],
  reference,
  analysis: trimAnalysis(reference),
};

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
