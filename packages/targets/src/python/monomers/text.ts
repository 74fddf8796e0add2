import { LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, compared, element, integer, method, type PyExpression, primary, slice } from '../expression.js';
import { type Application, argument, type Emission, type Emissions, isBetween, lengthAt, piece } from './emission.js';

/** Texts are sequences of code points. */

function asked(name: 'startswith' | 'endswith'): Emission {
  return { write: (a) => method(argument(a, 0), name, argument(a, 1)) };
}

function cased(name: '_UPPER' | '_LOWER'): Emission {
  return { write: (a) => method(argument(a, 0), 'translate', primary(a.use(name))) };
}

function isNotEmpty(application: Application, index: number): PyExpression {
  return compared(argument(application, index), '!=', primary('""'));
}

function occurrences(application: Application): PyExpression {
  return method(argument(application, 0), 'count', argument(application, 1));
}

/** The string family, by name. */
export const TEXT = {
  TEXT_LENGTH: { write: (a) => lengthAt(a, 0) },
  CONCAT: {
    needs: (a) => [compared(binary(lengthAt(a, 0), '+', lengthAt(a, 1), 'additive'), '<=', integer(TEXT_LENGTH))],
    write: (a) => binary(argument(a, 0), '+', argument(a, 1), 'additive'),
  },
  SUBSTRING: {
    needs: (a) => [
      isBetween(a, 1, 0, null),
      compared(argument(a, 1), '<=', argument(a, 2)),
      compared(argument(a, 2), '<=', lengthAt(a, 0)),
    ],
    write: (a) => slice(argument(a, 0), argument(a, 1), argument(a, 2)),
  },
  STARTS_WITH: asked('startswith'),
  ENDS_WITH: asked('endswith'),
  INCLUDES: { write: (a) => compared(argument(a, 1), 'in', argument(a, 0)) },
  INDEX_OF: piece('_index_of'),
  UPPER: cased('_UPPER'),
  LOWER: cased('_LOWER'),
  TRIM: { write: (a) => method(argument(a, 0), 'strip', primary('"\\t\\n\\v\\f\\r "')) },
  SPLIT: {
    needs: (a) => [isNotEmpty(a, 1), compared(occurrences(a), '<', integer(LIST_LENGTH))],
    write: (a) => method(argument(a, 0), 'split', argument(a, 1)),
  },
  JOIN_TEXT: {
    needs: (a) => [compared(call(a.use('_joined_length'), ...a.args), '<=', integer(TEXT_LENGTH))],
    write: (a) => method(argument(a, 1), 'join', argument(a, 0)),
  },
  REPLACE: {
    needs: (a) => {
      const change = binary(lengthAt(a, 2), '-', lengthAt(a, 1), 'additive');
      const added = binary(occurrences(a), '*', change, 'multiplicative');
      return [isNotEmpty(a, 1), compared(binary(lengthAt(a, 0), '+', added, 'additive'), '<=', integer(TEXT_LENGTH))];
    },
    write: (a) => method(argument(a, 0), 'replace', argument(a, 1), argument(a, 2)),
  },
  PAD_START: {
    needs: (a) => [isBetween(a, 1, 0, TEXT_LENGTH), compared(lengthAt(a, 2), '==', integer(1))],
    write: (a) => method(argument(a, 0), 'rjust', argument(a, 1), argument(a, 2)),
  },
  CODE_AT: {
    needs: (a) => [isBetween(a, 1, 0, null), compared(argument(a, 1), '<', lengthAt(a, 0))],
    write: (a) => call('ord', element(argument(a, 0), argument(a, 1))),
  },
  MATCHES_GLOB: piece('_matches_glob'),
} satisfies Emissions;
