import { LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, element, type GoExpression, integer, isAtom, name, slice } from '../expression.js';
import {
  type Application,
  argument,
  codePoints,
  type Emissions,
  isASCII,
  isAtMost,
  isBetween,
  library,
  optionPiece,
  piece,
  rangeAt,
} from './emission.js';

/** Texts are UTF-8. Their lengths and places count code points, which are bytes in a text of ASCII characters. */

function isNotEmpty(application: Application, index: number): GoExpression {
  return binary(argument(application, index), '!=', name('""'));
}

/** Returns true for a variable with ASCII texts: Go refuses a wrong index of a constant. */
function hasBytes(application: Application): boolean {
  const text = argument(application, 0);
  return isASCII(rangeAt(application, 0)) && !(isAtom(text) && text.kind === 'atom' && text.text.startsWith('"'));
}

/** The string family, by name. */
export const TEXT = {
  TEXT_LENGTH: { write: (a) => codePoints(a, 0) },
  CONCAT: {
    needs: (a) => [binary(binary(codePoints(a, 0), '+', codePoints(a, 1)), '<=', integer(TEXT_LENGTH))],
    write: (a) => binary(argument(a, 0), '+', argument(a, 1)),
  },
  SUBSTRING: {
    needs: (a) => [...isBetween(a, 1, 0, null), isAtMost(a, 1, 2), binary(argument(a, 2), '<=', codePoints(a, 0))],
    write: (a) => {
      if (hasBytes(a)) return slice(argument(a, 0), argument(a, 1), argument(a, 2));
      return call(a.use('substring'), ...a.args);
    },
  },
  STARTS_WITH: library('strings.HasPrefix'),
  ENDS_WITH: library('strings.HasSuffix'),
  INCLUDES: library('strings.Contains'),
  INDEX_OF: optionPiece('indexOf'),
  UPPER: piece('upperText'),
  LOWER: piece('lowerText'),
  TRIM: { write: (a) => call('strings.Trim', argument(a, 0), name('"\\t\\n\\v\\f\\r "')) },
  SPLIT: {
    needs: (a) => [isNotEmpty(a, 1), binary(call('strings.Count', ...a.args), '<', integer(LIST_LENGTH))],
    write: (a) => call('strings.Split', ...a.args),
  },
  JOIN_TEXT: {
    needs: (a) => [binary(call(a.use('joinedLength'), ...a.args), '<=', integer(TEXT_LENGTH))],
    write: (a) => call('strings.Join', ...a.args),
  },
  REPLACE: {
    needs: (a) => [isNotEmpty(a, 1), binary(call(a.use('replacedLength'), ...a.args), '<=', integer(TEXT_LENGTH))],
    write: (a) => call('strings.ReplaceAll', ...a.args),
  },
  PAD_START: {
    needs: (a) => [...isBetween(a, 1, 0, TEXT_LENGTH), binary(codePoints(a, 2), '==', integer(1))],
    write: (a) => call(a.use('padStart'), ...a.args),
  },
  CODE_AT: {
    needs: (a) => [...isBetween(a, 1, 0, null), binary(argument(a, 1), '<', codePoints(a, 0))],
    write: (a) => {
      if (hasBytes(a)) return call('int64', element(argument(a, 0), argument(a, 1)));
      return call(a.use('codeAt'), ...a.args);
    },
  },
  MATCHES_GLOB: piece('matchesGlob'),
} satisfies Emissions;
