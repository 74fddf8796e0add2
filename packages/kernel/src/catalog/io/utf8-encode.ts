import { BYTES_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { utf8EncodeAnalysis } from './analysis/utf8.js';
import { encodeUtf8, utf8Length } from './utf8.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  return utf8Length(text) <= BYTES_LENGTH ? encodeUtf8(text) : undefined;
}

export const utf8Encode: Monomer = {
  index: 70,
  name: 'UTF8_ENCODE',
  family: 'io',
  signature: '(text) → bytes',
  description: 'The octets of a text in UTF-8.',
  needs: 'at most 1,048,576 octets (the bytes limit)',
  range: 'bytes of one to four times the length',
  effect: 'pure',
  examples: [
    { arguments: ['abc'], result: 'YWJj' },
    { arguments: [''], result: '' },
    { arguments: ['\u00e9\u20ac'], result: 'w6nigqw=' },
    { arguments: ['\u{1f600}'], result: '8J+YgA==' },
    { arguments: ['\u0000\u{10ffff}'], result: 'APSPv78=' },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: BYTES }],
  reference,
  analysis: utf8EncodeAnalysis(reference),
};
