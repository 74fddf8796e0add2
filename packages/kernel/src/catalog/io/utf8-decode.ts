import { BYTES, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { utf8DecodeAnalysis } from './analysis/utf8.js';
import { decodeUtf8 } from './utf8.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = decodeUtf8(bytesAt(args, 0));
  return text === undefined ? NONE : new OptionValue(text);
}

export const utf8Decode: Monomer = {
  index: 71,
  name: 'UTF8_DECODE',
  family: 'io',
  signature: '(bytes) → text?',
  description:
    'The text that the octets spell in UTF-8; none where they are ill-formed (overlong forms, surrogates and anything above U+10FFFF included). A byte order mark and U+0000 are kept.',
  needs: null,
  range: 'none, or texts of a quarter of the length to all of it',
  effect: 'pure',
  examples: [
    { arguments: ['YWJj'], result: 'abc' },
    { arguments: [''], result: '' },
    { arguments: ['8J+YgA=='], result: '\u{1f600}' },
    { arguments: ['77u/AA=='], result: '\ufeff\u0000' },
    { arguments: ['wIA='], result: null },
    { arguments: ['7aCA'], result: null },
    { arguments: ['9JCAgA=='], result: null },
    { arguments: ['4oI='], result: null },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: optionOf(TEXT) }],
  reference,
  analysis: utf8DecodeAnalysis(reference),
};
