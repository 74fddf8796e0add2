import {
  BINDING,
  bitwise,
  type CExpression,
  type Comparison,
  call,
  cast,
  compared,
  connected,
  integer,
  not,
  primary,
  within,
} from '../expression.js';
import { equal, unequal } from '../operations.js';
import {
  type Application,
  argument,
  boundsAt,
  type Emission,
  type Emissions,
  isBetween,
  isProven,
  type Needs,
  rangedAt,
  typeAt,
  unreached,
} from './emission.js';

function bits(operator: '&' | '|' | '^'): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => bitwise(rangedAt(a, 0), operator, rangedAt(a, 1)),
  };
}

const shiftNeeds: Needs = (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, 62)];

/** A compiler warns about a constant count that the check before excludes. */
function isBadCount(application: Application): boolean {
  const count = boundsAt(application, 1);
  return count === null || count.hi < 0 || count.lo > 62;
}

function shiftFits(application: Application): CExpression {
  const shifted = bitwise(primary('INT64_MAX'), '>>', argument(application, 1));
  return compared(argument(application, 0), '<=', { ...shifted, text: `(${shifted.text})`, binding: BINDING.primary });
}

function shiftLeft(application: Application): CExpression {
  if (isBadCount(application)) return unreached(...application.args);
  const [value, count] = [argument(application, 0), argument(application, 1)];
  // A signed shift is defined for natural numbers whose result fits (C11, 6.5.7). Constants that do not fit would be a warning.
  if (/^(?:INT64_|-?\d)/.test(value.text))
    return cast('int64_t', {
      text: `(uint64_t)${within(value, BINDING.unary)} << ${within(count, BINDING.unary)}`,
      binding: BINDING.bitwise,
    });
  return bitwise(value, '<<', count);
}

function shiftRight(application: Application): CExpression {
  return isBadCount(application) ? unreached(...application.args) : bitwise(argument(application, 0), '>>', argument(application, 1));
}

function order(operator: Extract<Comparison, '<' | '<=' | '>' | '>='>): Emission {
  return {
    write: (a) => {
      if (typeAt(a, 0).kind !== 'text') return compared(rangedAt(a, 0), operator, rangedAt(a, 1));
      return compared(call(a.runtime.use('kir_compare_text'), ...a.args), operator, integer(0));
    },
  };
}

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: { write: (a) => connected(argument(a, 0), 'and', argument(a, 1)) },
  OR: { write: (a) => connected(argument(a, 0), 'or', argument(a, 1)) },
  XOR: { write: (a) => compared(argument(a, 0), '!=', argument(a, 1)) },
  NOT: { write: (a) => not(argument(a, 0)) },
  IMPLIES: { write: (a) => connected(not(argument(a, 0)), 'or', argument(a, 1)) },
  EQ: { write: (a) => equal(a, typeAt(a, 0), rangedAt(a, 0), rangedAt(a, 1)) },
  NE: { write: (a) => unequal(a, typeAt(a, 0), rangedAt(a, 0), rangedAt(a, 1)) },
  LT: order('<'),
  LE: order('<='),
  GT: order('>'),
  GE: order('>='),
  BIT_AND: bits('&'),
  BIT_OR: bits('|'),
  BIT_XOR: bits('^'),
  SHL: {
    needs: (a) => [...shiftNeeds(a), isProven(a, 0, 0, 0) ? primary('true') : isBadCount(a) ? primary('false') : shiftFits(a)],
    write: shiftLeft,
  },
  SHR: { needs: shiftNeeds, write: shiftRight },
} satisfies Emissions;
