import { TEXT_LENGTH } from '@kirchhoff/coherence';
import { argument, type Emissions, i64, isBetween, piece, tested, textLengthAt } from './emission.js';

/** The string family, by name. Texts are sequences of code points. */
export const TEXT = {
  TEXT_LENGTH: { write: (a) => textLengthAt(a, 0) },
  CONCAT: piece('concat', (a) => [['i64.le_u', ['i64.add', textLengthAt(a, 0), textLengthAt(a, 1)], i64(TEXT_LENGTH)]]),
  SUBSTRING: piece('substring', (a) => [
    isBetween(a, 1, 0, null),
    ['i64.le_s', argument(a, 1), argument(a, 2)],
    ['i64.le_s', argument(a, 2), textLengthAt(a, 0)],
  ]),
  STARTS_WITH: piece('starts_with'),
  ENDS_WITH: piece('ends_with'),
  INCLUDES: piece('includes'),
  INDEX_OF: piece('index_of'),
  UPPER: piece('upper'),
  LOWER: piece('lower'),
  TRIM: piece('trim'),
  SPLIT: piece('split', (a) => [tested(a, 'split_fits')]),
  JOIN_TEXT: piece('join_text', (a) => [tested(a, 'join_text_fits')]),
  REPLACE: piece('replace', (a) => [tested(a, 'replace_fits')]),
  PAD_START: piece('pad_start', (a) => [isBetween(a, 1, 0, TEXT_LENGTH), ['i64.eq', textLengthAt(a, 2), i64(1)]]),
  // A negative index is a great one without a sign.
  CODE_AT: piece('code_at', (a) => [['i64.lt_u', argument(a, 1), textLengthAt(a, 0)]]),
  MATCHES_GLOB: piece('matches_glob'),
} satisfies Emissions;
