import { TEXT_LENGTH } from '../../limits.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { integerWithin, textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { codeAtAnalysis } from './analysis/code-at.js';
import { offsetOf } from './offsets.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  const i = integerWithin(args, 1, 0, TEXT_LENGTH);
  const offset = i === undefined ? undefined : offsetOf(text, i);
  return offset === undefined ? undefined : text.codePointAt(offset);
}

export const codeAt: Monomer = {
  index: 94,
  name: 'CODE_AT',
  family: 'string',
  signature: '(text, i) → 0..1,114,111',
  description: 'The code point at index i of a text, counted from 0.',
  needs: 'i in 0..length−1',
  range: '0..1,114,111',
  effect: 'pure',
  examples: [
    { arguments: ['A', 0], result: 65 },
    { arguments: ['a\u{1f600}b', 1], result: 128512 },
    { arguments: ['a\u{1f600}b', 2], result: 98 },
    { arguments: ['\u0000', 0], result: 0 },
    { arguments: ['\u{10ffff}', 0], result: 1114111 },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('i', INTEGER)], result: INTEGER }],
  reference,
  analysis: codeAtAnalysis(reference),
};
