import { BYTES, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { parseHexAnalysis } from './analysis/hex.js';
import { decodeHex } from './hex.js';

function reference(args: readonly Value[]): Value | undefined {
  const octets = decodeHex(textAt(args, 0));
  return octets === undefined ? NONE : new OptionValue(octets);
}

export const parseHex: Monomer = {
  index: 66,
  name: 'PARSE_HEX',
  family: 'io',
  signature: '(text) → bytes?',
  description:
    'The octets that a text spells in hexadecimal digits of either case; none where their number is odd or another character stands among them.',
  needs: null,
  range: 'none, or bytes of half the length',
  effect: 'pure',
  examples: [
    { arguments: ['0aFF'], result: 'Cv8=' },
    { arguments: [''], result: '' },
    { arguments: ['abc'], result: null },
    { arguments: ['0g'], result: null },
    { arguments: ['0x00'], result: null },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(BYTES) }],
  reference,
  analysis: parseHexAnalysis(reference),
};
