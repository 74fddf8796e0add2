import { BYTES, TEXT } from '../../types/domain.js';
import { decodeBase64 } from '../../values/base64.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { parseBase64Analysis } from './analysis/base64.js';

function reference(args: readonly Value[]): Value | undefined {
  const octets = decodeBase64(textAt(args, 0));
  return octets === undefined ? NONE : new OptionValue(octets);
}

export const parseBase64: Monomer = {
  index: 68,
  name: 'PARSE_BASE64',
  family: 'io',
  signature: '(text) → bytes?',
  description:
    'The octets that a text spells in base64 as of RFC 4648 section 4, with padding and in canonical form (unused bits are zero); none for anything else.',
  needs: null,
  range: 'none, or bytes of at most three quarters of the length',
  effect: 'pure',
  examples: [
    { arguments: ['Zm9vYmFy'], result: 'Zm9vYmFy' },
    { arguments: ['Zg=='], result: 'Zg==' },
    { arguments: [''], result: '' },
    { arguments: ['Zg'], result: null },
    { arguments: ['Zh=='], result: null },
    { arguments: ['Zm9v\n'], result: null },
    { arguments: ['-_8='], result: null },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(BYTES) }],
  reference,
  analysis: parseBase64Analysis(reference),
};
