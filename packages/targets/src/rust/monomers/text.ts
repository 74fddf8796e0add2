import { LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { array, atom, binary, call, compared, integer, method, not, type RsExpression } from '../expression.js';
import { type Application, type Emission, type Emissions, isBetween, optionPiece, piece } from './emission.js';

/** Texts are UTF-8. Their lengths and indices count code points. */

function asked(name: 'starts_with' | 'ends_with' | 'contains'): Emission {
  return { write: (a) => method(a.receiver(0), name, a.strict(1)) };
}

function isNotEmpty(application: Application, place: number): RsExpression {
  return not(method(application.receiver(place), 'is_empty'));
}

function lengthOf(application: Application, place: number): RsExpression {
  return call(application.use('text_length'), application.borrowed(place));
}

/** The string family, by name. */
export const TEXT = {
  TEXT_LENGTH: piece('text_length'),
  CONCAT: {
    needs: (a) => [compared(binary(lengthOf(a, 0), '+', lengthOf(a, 1), 'additive'), '<=', integer(TEXT_LENGTH))],
    write: (a) => method(array([a.strict(0), a.strict(1)]), 'concat'),
  },
  SUBSTRING: {
    needs: (a) => [isBetween(a, 1, 0, null), compared(a.value(1), '<=', a.value(2)), compared(a.value(2), '<=', lengthOf(a, 0))],
    gives: () => 'slice',
    write: (a) => call(a.use('substring'), a.borrowed(0), a.value(1), a.value(2)),
  },
  STARTS_WITH: asked('starts_with'),
  ENDS_WITH: asked('ends_with'),
  INCLUDES: asked('contains'),
  INDEX_OF: optionPiece('index_of'),
  UPPER: { write: (a) => method(a.receiver(0), 'to_ascii_uppercase') },
  LOWER: { write: (a) => method(a.receiver(0), 'to_ascii_lowercase') },
  TRIM: { gives: () => 'slice', write: (a) => call(a.use('trim'), a.borrowed(0)) },
  SPLIT: {
    needs: (a) => {
      const count = method(method(a.receiver(0), 'matches', a.strict(1)), 'count');
      return [isNotEmpty(a, 1), compared(count, '<', integer(LIST_LENGTH))];
    },
    write: (a) => call(a.use('split'), a.borrowed(0), a.borrowed(1)),
  },
  JOIN_TEXT: {
    needs: (a) => [compared(call(a.use('joined_length'), a.borrowed(0), a.borrowed(1)), '<=', integer(TEXT_LENGTH))],
    write: (a) => method(a.receiver(0), 'join', a.strict(1)),
  },
  REPLACE: {
    needs: (a) => {
      const length = call(a.use('replaced_length'), a.borrowed(0), a.borrowed(1), a.borrowed(2));
      return [isNotEmpty(a, 1), compared(length, '<=', integer(TEXT_LENGTH))];
    },
    write: (a) => method(a.receiver(0), 'replace', a.strict(1), a.strict(2)),
  },
  PAD_START: {
    needs: (a) => [isBetween(a, 1, 0, TEXT_LENGTH), compared(lengthOf(a, 2), '==', atom('1'))],
    write: (a) => call(a.use('pad_start'), a.borrowed(0), a.value(1), a.borrowed(2)),
  },
  CODE_AT: {
    needs: (a) => [isBetween(a, 1, 0, null), compared(a.value(1), '<', lengthOf(a, 0))],
    write: (a) => call(a.use('code_at'), a.borrowed(0), a.value(1)),
  },
  MATCHES_GLOB: piece('matches_glob'),
} satisfies Emissions;
