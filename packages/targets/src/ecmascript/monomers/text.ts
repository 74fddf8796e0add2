import { LIST_LENGTH, type MonomerName, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, integer, type JsExpression, member, method, primary, string } from '../expression.js';
import { type Application, argument, compared, type Emission, isAtLeast, isAtMost, type Needs, piece, rangeAt } from './emission.js';

/** Texts are well-formed, so that tests on UTF-16 units give the same result as on code points. */
function asked(name: 'startsWith' | 'endsWith'): Emission {
  return { gives: 'other', plain: (application) => method(argument(application, 0), name, [argument(application, 1)], 'other') };
}

/**
 * Longer parts (in UTF-16 units) are searched in linear time: the searches of JavaScript engines are quadratic in the worst case.
 */
const SHORT = 64;

function isShort(application: Application, index: number): boolean {
  const part = rangeAt(application, index);
  return part.kind !== 'text' || 2 * part.hi <= SHORT;
}

/** Returns the offset of the first occurrence of a part in UTF-16 units, or -1. */
function offset(application: Application): JsExpression {
  const [text, part] = [argument(application, 0), argument(application, 1)];
  if (isShort(application, 1)) return method(text, 'indexOf', [part], 'number');
  const find = call(application.runtime.use('finderOf'), [part], 'other');
  return primary(`${find.text}(${text.text}, 0)`, 'number');
}

function includes(application: Application): JsExpression {
  if (isShort(application, 1)) return method(argument(application, 0), 'includes', [argument(application, 1)], 'other');
  return binary(offset(application), '>=', integer(0, 'number'), 'relational', 'other');
}

/** Returns the parts between the occurrences of a separator, with one part beyond the maximum if there are too many. */
function parts(application: Application, most?: number): JsExpression {
  const [text, separator] = [argument(application, 0), argument(application, 1)];
  if (most === undefined && isShort(application, 1)) return method(text, 'split', [separator], 'other');
  const limit = most === undefined ? primary('Infinity', 'number') : integer(most, 'number');
  return call(application.runtime.use('partsOf'), [text, separator, limit], 'other');
}

const isNotEmpty = (text: JsExpression) => binary(text, '!==', string(''), 'equality', 'other');

function lengthOf(application: Application, index: number): JsExpression {
  return call(application.runtime.use('codePointLength'), [argument(application, index)], 'number');
}

function sum(left: JsExpression, right: JsExpression): JsExpression {
  return binary(left, '+', right, 'additive', 'number');
}

const substringNeeds: Needs = (application) => [
  isAtLeast(argument(application, 1), 0),
  compared(argument(application, 1), '<=', argument(application, 2)),
  compared(argument(application, 2), '<=', lengthOf(application, 0)),
];

/** The string family, by name. */
export const TEXT = {
  TEXT_LENGTH: { gives: 'other', plain: (application) => lengthOf(application, 0) },
  CONCAT: {
    gives: 'other',
    needs: (application) => [isAtMost(sum(lengthOf(application, 0), lengthOf(application, 1)), TEXT_LENGTH)],
    plain: (application) => binary(argument(application, 0), '+', argument(application, 1), 'additive', 'other'),
  },
  SUBSTRING: piece('substringOf', 'other', substringNeeds),
  STARTS_WITH: asked('startsWith'),
  ENDS_WITH: asked('endsWith'),
  INCLUDES: { gives: 'other', plain: includes },
  INDEX_OF: {
    gives: 'other',
    plain: (application) => call(application.runtime.use('offsetOrNone'), [argument(application, 0), offset(application)], 'other'),
  },
  UPPER: piece('upperOf', 'other'),
  LOWER: piece('lowerOf', 'other'),
  TRIM: piece('trimmedOf', 'other'),
  SPLIT: {
    gives: 'other',
    needs: (application) => [
      isNotEmpty(application.comparable(argument(application, 1), 1)),
      isAtMost(member(parts(application, LIST_LENGTH), 'length', 'number'), LIST_LENGTH),
    ],
    plain: (application) => parts(application),
  },
  JOIN_TEXT: {
    gives: 'other',
    needs: (application) => [isAtMost(call(application.runtime.use('joinedLength'), application.args, 'number'), TEXT_LENGTH)],
    plain: (application) => method(argument(application, 0), 'join', [argument(application, 1)], 'other'),
  },
  REPLACE: {
    gives: 'other',
    needs: (application) => [
      isNotEmpty(application.comparable(argument(application, 1), 1)),
      isAtMost(call(application.runtime.use('replacedLength'), application.args, 'number'), TEXT_LENGTH),
    ],
    plain: (application) => method(parts(application), 'join', [argument(application, 2)], 'other'),
  },
  PAD_START: piece('paddedStart', 'other', (application) => [
    isAtLeast(argument(application, 1), 0),
    isAtMost(argument(application, 1), TEXT_LENGTH),
    binary(lengthOf(application, 2), '===', integer(1, 'number'), 'equality', 'other'),
  ]),
  CODE_AT: piece('codeAt', 'number', (application) => [
    isAtLeast(argument(application, 1), 0),
    compared(argument(application, 1), '<', lengthOf(application, 0)),
  ]),
  MATCHES_GLOB: piece('matchesGlob', 'other'),
} satisfies Partial<Record<MonomerName, Emission>>;
