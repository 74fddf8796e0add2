import { INTEGER, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { parseIntAnalysis } from './analysis/parse-int.js';
import { decimalOf } from './decimal.js';

function reference(args: readonly Value[]): Value | undefined {
  const integer = decimalOf(textAt(args, 0));
  return integer === undefined ? NONE : new OptionValue(integer);
}

export const parseInt: Monomer = {
  index: 64,
  name: 'PARSE_INT',
  family: 'io',
  signature: '(text) → int?',
  description:
    'The integer that a text spells: an optional minus, then ASCII digits, leading zeros allowed and -0 read as 0; none where it holds anything else (spaces and a plus included) or is no integer of 64 bits.',
  needs: null,
  range: 'none, or an integer of 64 bits',
  effect: 'pure',
  examples: [
    { arguments: ['8080'], result: 8080 },
    { arguments: ['-0'], result: 0 },
    { arguments: ['-007'], result: -7 },
    { arguments: ['9223372036854775807'], result: '9223372036854775807' },
    { arguments: ['-9223372036854775808'], result: '-9223372036854775808' },
    { arguments: ['9223372036854775808'], result: null },
    { arguments: ['+1'], result: null },
    { arguments: [' 1'], result: null },
    { arguments: [''], result: null },
    { arguments: ['-'], result: null },
    { arguments: ['\u0661'], result: null },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
  reference,
  analysis: parseIntAnalysis(reference),
};
