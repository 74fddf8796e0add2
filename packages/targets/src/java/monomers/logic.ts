import { INT64_MAX } from '@kirchhoff/coherence';
import {
  asLong,
  binary,
  type Comparison,
  call,
  compared,
  connected,
  formOfRange,
  integer,
  type JavaExpression,
  type Level,
  method,
  not,
  TRUE,
} from '../expression.js';
import { isEnum } from '../types.js';
import { type Application, argument, boundsAt, type Emission, type Emissions, isBetween, type Needs, typeAt } from './emission.js';

function bitwise(operator: '&' | '|' | '^', level: Level): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => {
      const [left, right] = [argument(a, 0), argument(a, 1)];
      return binary(left, operator, right, level, left.form === 'int' && right.form === 'int' ? 'int' : 'long');
    },
  };
}

const shiftNeeds: Needs = (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, 62)];

/** An `int` is shifted by less than 32. */
function shift(operator: '<<' | '>>', application: Application): JavaExpression {
  const [value, by] = [argument(application, 0), argument(application, 1)];
  const most = boundsAt(application, 1)?.hi ?? 63;
  const isInt = value.form === 'int' && most < 32 && formOfRange(application.result.range) === 'int';
  return binary(isInt ? value : asLong(value), operator, by, 'shift', isInt ? 'int' : 'long');
}

const shiftFits = (application: Application): JavaExpression => {
  const [value, by] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (value === null || by === null) return TRUE;
  if (by.lo >= 0 && by.hi <= 62 && BigInt(value.hi) << BigInt(by.hi) <= INT64_MAX) return TRUE;
  // A natural number comes back only if no bit was lost.
  const shifted = binary(asLong(argument(application, 0)), '<<', argument(application, 1), 'shift', 'long');
  return compared(binary(shifted, '>>', argument(application, 1), 'shift', 'long'), '==', argument(application, 0));
};

/** Texts are ordered by code point. */
function ordered(operator: Comparison): Emission {
  return {
    write: (a) => {
      const [left, right] = [argument(a, 0), argument(a, 1)];
      if (typeAt(a, 0).kind !== 'text') return compared(left, operator, right);
      return compared(call(a.use('compareTexts'), [left, right], 'int'), operator, integer(0));
    },
  };
}

/** Returns the condition that two values of one type are equal. */
export function areEqual(left: JavaExpression, right: JavaExpression, application: Pick<Application, 'typed'>): JavaExpression {
  const type = application.typed[0]?.type;
  switch (type?.kind) {
    case 'integer':
      return left.form === 'Long' && right.form === 'Long' ? method(left, 'equals', [right], 'boolean') : compared(left, '==', right);
    case 'boolean':
      return left.form === 'Boolean' && right.form === 'Boolean' ? method(left, 'equals', [right], 'boolean') : compared(left, '==', right);
    case 'enumeration':
      return isEnum(type) ? compared(left, '==', right) : method(left, 'equals', [right], 'boolean');
    default:
      return method(left, 'equals', [right], 'boolean');
  }
}

const equal: Emission = { write: (a) => areEqual(argument(a, 0), argument(a, 1), a) };
const unequal: Emission = { write: (a) => not(areEqual(argument(a, 0), argument(a, 1), a)) };

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: { write: (a) => connected(argument(a, 0), '&&', argument(a, 1)) },
  OR: { write: (a) => connected(argument(a, 0), '||', argument(a, 1)) },
  XOR: unequal,
  NOT: { write: (a) => not(argument(a, 0)) },
  IMPLIES: { write: (a) => connected(not(argument(a, 0)), '||', argument(a, 1)) },
  EQ: equal,
  NE: unequal,
  LT: ordered('<'),
  LE: ordered('<='),
  GT: ordered('>'),
  GE: ordered('>='),
  BIT_AND: bitwise('&', 'bitAnd'),
  BIT_OR: bitwise('|', 'bitOr'),
  BIT_XOR: bitwise('^', 'bitXor'),
  SHL: { needs: (a) => [...shiftNeeds(a), shiftFits(a)], write: (a) => shift('<<', a) },
  SHR: { needs: shiftNeeds, write: (a) => shift('>>', a) },
} satisfies Emissions;
