import { LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, type CExpression, call, compared, integer, member, primary } from '../expression.js';
import { type Application, argument, type Emission, type Emissions, isBetween, making, piece } from './emission.js';

/** Texts are sequences of code points. */

function lengthAt(application: Application, index: number): CExpression {
  return call(application.runtime.use('kir_length'), argument(application, index));
}

function cased(first: 'a' | 'A'): Emission {
  return { write: (a) => call(a.runtime.use('kir_with_case'), a.run(), argument(a, 0), primary(`'${first}'`)) };
}

function isNotEmpty(application: Application, index: number): CExpression {
  return compared(member(argument(application, index), 'size'), '!=', integer(0));
}

const isPart = (a: Application): readonly CExpression[] => [
  isBetween(a, 1, 0, null),
  compared(argument(a, 1), '<=', argument(a, 2)),
  compared(argument(a, 2), '<=', lengthAt(a, 0)),
];

/** The string family, by name. */
export const TEXT = {
  TEXT_LENGTH: { write: (a) => lengthAt(a, 0) },
  CONCAT: making('kir_concat', (a) => [compared(binary(lengthAt(a, 0), '+', lengthAt(a, 1), 'additive'), '<=', integer(TEXT_LENGTH))]),
  SUBSTRING: piece('kir_substring', isPart),
  STARTS_WITH: piece('kir_starts_with'),
  ENDS_WITH: piece('kir_ends_with'),
  INCLUDES: piece('kir_includes'),
  INDEX_OF: piece('kir_index_of'),
  UPPER: cased('a'),
  LOWER: cased('A'),
  TRIM: piece('kir_trim'),
  SPLIT: making('kir_split', (a) => [
    isNotEmpty(a, 1),
    compared(call(a.runtime.use('kir_occurrences'), ...a.args), '<', integer(LIST_LENGTH)),
  ]),
  JOIN_TEXT: making('kir_join_texts', (a) => [compared(call(a.runtime.use('kir_joined_length'), ...a.args), '<=', integer(TEXT_LENGTH))]),
  REPLACE: making('kir_replace', (a) => [
    isNotEmpty(a, 1),
    compared(call(a.runtime.use('kir_replaced_length'), ...a.args), '<=', integer(TEXT_LENGTH)),
  ]),
  PAD_START: making('kir_pad_start', (a) => [isBetween(a, 1, 0, TEXT_LENGTH), compared(lengthAt(a, 2), '==', integer(1))]),
  CODE_AT: piece('kir_code', (a) => [isBetween(a, 1, 0, null), compared(argument(a, 1), '<', lengthAt(a, 0))]),
  MATCHES_GLOB: piece('kir_matches_glob'),
} satisfies Emissions;
