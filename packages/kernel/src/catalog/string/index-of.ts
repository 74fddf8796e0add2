import { INTEGER, TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { indexOfAnalysis } from './analysis/index-of.js';
import { finderOf } from './search.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  const offset = finderOf(textAt(args, 1))(text, 0);
  return offset < 0 ? NONE : new OptionValue(codePointLength(text.slice(0, offset)));
}

export const indexOf: Monomer = {
  index: 86,
  name: 'INDEX_OF',
  family: 'string',
  signature: '(text, part text) → nat?',
  description: 'The place of the first occurrence of a part, in code points from 0, or none. The empty part is at 0 of every text.',
  needs: null,
  range: 'none, or 0..length',
  effect: 'pure',
  examples: [
    { arguments: ['banana', 'an'], result: 1 },
    { arguments: ['banana', 'x'], result: null },
    { arguments: ['banana', ''], result: 0 },
    { arguments: ['', ''], result: 0 },
    { arguments: ['\u{1f600}\u{1f600}b', 'b'], result: 2 },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('part', TEXT)], result: optionOf(INTEGER) }],
  reference,
  analysis: indexOfAnalysis(reference),
};
