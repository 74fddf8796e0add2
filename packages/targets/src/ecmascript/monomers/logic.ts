import type { MonomerName } from '@kirchhoff/coherence';
import { binary, call, equal, held, integer, type JsExpression, not, power, unary } from '../expression.js';
import { isCompared } from '../representation.js';
import { type Application, argument, boundsAt, type Emission, isAtLeast, isAtMost, type Needs, typeAt } from './emission.js';

/** The bitwise operators of JavaScript use signed 32-bit integers, which are exact for numbers of 31 bits. */
const BITS_31 = 2 ** 31 - 1;

const areNatural: Needs = (application) => [isAtLeast(argument(application, 0), 0), isAtLeast(argument(application, 1), 0)];

function bitwise(operator: '&' | '|' | '^', level: 'bitAnd' | 'bitOr' | 'bitXor'): Emission {
  const written = (application: Application, representation: 'number' | 'bigint') =>
    binary(argument(application, 0), operator, argument(application, 1), level, representation);
  return {
    gives: 'integer',
    overflows: 'never',
    needs: areNatural,
    numbers: (application) => {
      const small = [boundsAt(application, 0), boundsAt(application, 1)].every(({ lo, hi }) => lo >= 0 && hi <= BITS_31);
      return small ? written(application, 'number') : null;
    },
    bigints: (application) => written(application, 'bigint'),
  };
}

const shiftNeeds: Needs = (application) => [
  isAtLeast(argument(application, 0), 0),
  isAtLeast(argument(application, 1), 0),
  isAtMost(argument(application, 1), 62),
];

function shift(operator: '<<' | '>>'): (application: Application) => JsExpression {
  return (application) => {
    const [value, count] = [argument(application, 0), argument(application, 1)];
    return binary(value, operator, count, 'shift', 'bigint');
  };
}

/** Returns the power of two with this exponent. */
function powerOfTwo(count: JsExpression): JsExpression {
  return count.integer === undefined ? power(integer(2, 'number'), count, 'number') : integer(2 ** Number(count.integer), 'number');
}

const shiftLeft: Emission = {
  gives: 'integer',
  overflows: 'always',
  needs: shiftNeeds,
  numbers: (application) => binary(argument(application, 0), '*', powerOfTwo(argument(application, 1)), 'multiplicative', 'number'),
  bigints: shift('<<'),
};

const shiftRight: Emission = {
  gives: 'integer',
  overflows: 'never',
  needs: shiftNeeds,
  // A quotient by a power of two is exact in a double.
  numbers: (application) => {
    const quotient = binary(argument(application, 0), '/', powerOfTwo(argument(application, 1)), 'multiplicative', 'number');
    return call('Math.floor', [quotient], 'number');
  },
  bigints: shift('>>'),
};

/** Integers in two representations are compared as bigints: `===` is false for a number and a bigint. */
function equality(operator: '===' | '!=='): Emission {
  return {
    gives: 'other',
    plain: (application) => {
      const [left, right] = [argument(application, 0), argument(application, 1)];
      if (!isCompared(typeAt(application, 0))) {
        const same = call(application.runtime.use('areSame'), [left, right], 'other');
        return operator === '===' ? same : unary('!', same);
      }
      const representation = left.representation === right.representation ? left.representation : 'bigint';
      const [a, b] = [left, right].map((side, index) => application.comparable(held(side, representation), index));
      if (a === undefined || b === undefined) throw new RangeError('a comparison has two sides');
      return equal(a, operator, b);
    },
  };
}

/** `<`, `<=`, `>` and `>=` compare a number and a bigint exactly, but texts by UTF-16 units. */
function order(operator: '<' | '<=' | '>' | '>='): Emission {
  return {
    gives: 'other',
    plain: (application) => {
      const [left, right] = [argument(application, 0), argument(application, 1)];
      if (left.representation !== 'other') return binary(left, operator, right, 'relational', 'other');
      const compared = call(application.runtime.use('compareText'), [left, right], 'number');
      return binary(compared, operator, integer(0, 'number'), 'relational', 'other');
    },
  };
}

function connective(operator: '&&' | '||', level: 'and' | 'or'): Emission {
  return { gives: 'other', plain: (application) => binary(argument(application, 0), operator, argument(application, 1), level, 'other') };
}

function differ(application: Application): JsExpression {
  return equal(application.comparable(argument(application, 0), 0), '!==', application.comparable(argument(application, 1), 1));
}

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: connective('&&', 'and'),
  OR: connective('||', 'or'),
  XOR: { gives: 'other', plain: differ },
  NOT: { gives: 'other', plain: (application) => not(argument(application, 0)) },
  IMPLIES: {
    gives: 'other',
    plain: (application) => binary(not(argument(application, 0)), '||', argument(application, 1), 'or', 'other'),
  },
  EQ: equality('==='),
  NE: equality('!=='),
  LT: order('<'),
  LE: order('<='),
  GT: order('>'),
  GE: order('>='),
  BIT_AND: bitwise('&', 'bitAnd'),
  BIT_OR: bitwise('|', 'bitOr'),
  BIT_XOR: bitwise('^', 'bitXor'),
  SHL: shiftLeft,
  SHR: shiftRight,
} satisfies Partial<Record<MonomerName, Emission>>;
