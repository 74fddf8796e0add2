import { LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, compared, integer, type JavaExpression, method, not } from '../expression.js';
import { type Application, argument, type Emission, type Emissions, isBetween, lengthAt, piece } from './emission.js';

/** Texts are sequences of code points. */

function asked(name: 'startsWith' | 'endsWith' | 'contains'): Emission {
  return { write: (a) => method(argument(a, 0), name, [argument(a, 1)], 'boolean') };
}

function isNotEmpty(application: Application, index: number): JavaExpression {
  return not(method(argument(application, index), 'isEmpty', [], 'boolean'));
}

function occurrences(application: Application): JavaExpression {
  return call(application.use('occurrences'), [argument(application, 0), argument(application, 1)], 'long');
}

/** The string family, by name. */
export const TEXT = {
  TEXT_LENGTH: { write: (a) => lengthAt(a, 0) },
  CONCAT: {
    needs: (a) => [compared(binary(lengthAt(a, 0), '+', lengthAt(a, 1), 'additive', 'int'), '<=', integer(TEXT_LENGTH))],
    // A sum of literals would be one constant, whose length is limited.
    write: (a) => {
      const [left, right] = [argument(a, 0), argument(a, 1)];
      const areLiterals = [left, right].every(({ text }) => /^(?:"|(?:Constants\d+[.])?TEXT_\d+$)/.test(text));
      return areLiterals ? method(left, 'concat', [right]) : binary(left, '+', right, 'additive', 'other');
    },
  },
  SUBSTRING: {
    needs: (a) => [
      isBetween(a, 1, 0, null),
      compared(argument(a, 1), '<=', argument(a, 2)),
      compared(argument(a, 2), '<=', lengthAt(a, 0)),
    ],
    write: (a) => call(a.use('substring'), a.args),
  },
  STARTS_WITH: asked('startsWith'),
  ENDS_WITH: asked('endsWith'),
  INCLUDES: asked('contains'),
  INDEX_OF: piece('indexIn', 'other'),
  UPPER: piece('upper', 'other'),
  LOWER: piece('lower', 'other'),
  TRIM: piece('trimmed', 'other'),
  SPLIT: {
    needs: (a) => [isNotEmpty(a, 1), compared(occurrences(a), '<', integer(LIST_LENGTH))],
    write: (a) => call(a.use('split'), a.args),
  },
  JOIN_TEXT: {
    needs: (a) => [compared(call(a.use('joinedLength'), a.args, 'long'), '<=', integer(TEXT_LENGTH))],
    write: (a) => call('String.join', [argument(a, 1), argument(a, 0)]),
  },
  REPLACE: {
    needs: (a) => {
      const change = binary(lengthAt(a, 2), '-', lengthAt(a, 1), 'additive', 'int');
      const added = binary(occurrences(a), '*', change, 'multiplicative', 'long');
      return [isNotEmpty(a, 1), compared(binary(lengthAt(a, 0), '+', added, 'additive', 'long'), '<=', integer(TEXT_LENGTH))];
    },
    write: (a) => method(argument(a, 0), 'replace', [argument(a, 1), argument(a, 2)]),
  },
  PAD_START: {
    needs: (a) => [isBetween(a, 1, 0, TEXT_LENGTH), compared(lengthAt(a, 2), '==', integer(1))],
    write: (a) => call(a.use('padStart'), a.args),
  },
  CODE_AT: {
    needs: (a) => [isBetween(a, 1, 0, null), compared(argument(a, 1), '<', lengthAt(a, 0))],
    write: (a) => call(a.use('codeAt'), a.args, 'int'),
  },
  MATCHES_GLOB: piece('matchesGlob', 'boolean'),
} satisfies Emissions;
