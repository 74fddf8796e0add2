import { type Int, type MonomerName, maximum, minimum, multiply } from '@kirchhoff/coherence';
import { binary, call, integer, type JsExpression, power, unary } from '../expression.js';
import { areSafe, type IntegerBounds } from '../representation.js';
import {
  type Application,
  argument,
  boundsAt,
  compared,
  type Emission,
  hasNegative,
  hasZero,
  isAtLeast,
  isAtMost,
  isNotZero,
  withoutNegativeZero,
} from './emission.js';

const divisorIsNotZero = (divisor: number) => (application: Application) => [
  isNotZero(application.comparable(argument(application, divisor), divisor)),
];

/** The bounds of a product. */
function productBounds(a: IntegerBounds, b: IntegerBounds): IntegerBounds {
  const corners: readonly Int[] = [multiply(a.lo, b.lo), multiply(a.lo, b.hi), multiply(a.hi, b.lo), multiply(a.hi, b.hi)];
  return { lo: corners.reduce(minimum), hi: corners.reduce(maximum) };
}

function sum(operator: '+' | '-', representation: 'number' | 'bigint') {
  return (application: Application): JsExpression =>
    binary(argument(application, 0), operator, argument(application, 1), 'additive', representation);
}

function product(application: Application, representation: 'number' | 'bigint'): JsExpression {
  return binary(argument(application, 0), '*', argument(application, 1), 'multiplicative', representation);
}

/** 0 times a negative number is -0. */
function productIsNegativeZero(application: Application): boolean {
  const [a, b] = [boundsAt(application, 0), boundsAt(application, 1)];
  return (hasZero(a) && hasNegative(b)) || (hasZero(b) && hasNegative(a));
}

/** The rounded quotient of safe integers has the right integer part: the next integer is farther away than half a unit. */
function quotient(rounding: 'Math.trunc' | 'Math.floor', dividend: JsExpression, divisor: JsExpression): JsExpression {
  return call(rounding, [binary(dividend, '/', divisor, 'multiplicative', 'number')], 'number');
}

function remainder(application: Application): JsExpression {
  return binary(argument(application, 0), '%', argument(application, 1), 'multiplicative', 'number');
}

const division: Emission = {
  gives: 'integer',
  overflows: 'bigints',
  needs: divisorIsNotZero(1),
  numbers: (application) => {
    const negative = hasNegative(boundsAt(application, 0)) || hasNegative(boundsAt(application, 1));
    const whole = quotient('Math.trunc', argument(application, 0), argument(application, 1));
    return withoutNegativeZero(whole, negative && hasZero(application.result));
  },
  bigints: (application) => binary(argument(application, 0), '/', argument(application, 1), 'multiplicative', 'bigint'),
};

const modulo: Emission = {
  gives: 'integer',
  overflows: 'never',
  needs: divisorIsNotZero(1),
  numbers: (application) => withoutNegativeZero(remainder(application), hasNegative(boundsAt(application, 0))),
  bigints: (application) => ({ ...remainder(application), representation: 'bigint' }),
};

const floorDivision: Emission = {
  gives: 'integer',
  overflows: 'bigints',
  needs: divisorIsNotZero(1),
  numbers: (application) => {
    const whole = quotient('Math.floor', argument(application, 0), argument(application, 1));
    return withoutNegativeZero(whole, hasZero(boundsAt(application, 0)) && hasNegative(boundsAt(application, 1)));
  },
  bigints: (application) => call(application.runtime.use('floorDivide'), application.args, 'bigint'),
};

const floorModulo: Emission = {
  gives: 'integer',
  overflows: 'never',
  needs: divisorIsNotZero(1),
  numbers: (application) => {
    const rest = call(application.runtime.use('floorRemainder'), application.args, 'number');
    return withoutNegativeZero(rest, hasNegative(boundsAt(application, 0)));
  },
  bigints: (application) => call(application.runtime.use('floorRemainder'), application.args, 'bigint'),
};

function productOverDivisor(application: Application): JsExpression {
  return binary(product(application, 'bigint'), '/', argument(application, 2), 'multiplicative', 'bigint');
}

const mulDiv: Emission = {
  gives: 'integer',
  overflows: 'always',
  needs: divisorIsNotZero(2),
  numbers: (application) => {
    const { lo, hi } = productBounds(boundsAt(application, 0), boundsAt(application, 1));
    if (!areSafe(lo, hi)) return null;
    const negative = hasNegative({ lo, hi }) || hasNegative(boundsAt(application, 2)) || productIsNegativeZero(application);
    const whole = quotient('Math.trunc', product(application, 'number'), argument(application, 2));
    return withoutNegativeZero(whole, negative && hasZero(application.result));
  },
  bigints: productOverDivisor,
};

const mulWrap: Emission = {
  gives: 'integer',
  overflows: 'never',
  needs: (application) => [isAtLeast(argument(application, 0), 0), isAtLeast(argument(application, 1), 0)],
  numbers: (application) => {
    const { lo, hi } = productBounds(boundsAt(application, 0), boundsAt(application, 1));
    const bits = Number(boundsAt(application, 2).lo);
    if (!areSafe(lo, hi) || lo < 0 || bits > 52) return null;
    return binary(product(application, 'number'), '%', integer(2 ** bits, 'number'), 'multiplicative', 'number');
  },
  bigints: (application) => {
    const bits = integer(boundsAt(application, 2).lo, 'number');
    return call('BigInt.asUintN', [bits, product(application, 'bigint')], 'bigint');
  },
};

const lesser = (application: Application) => call(application.runtime.use('leastOf'), application.args, 'bigint');
const greater = (application: Application) => call(application.runtime.use('greatestOf'), application.args, 'bigint');

/** The arithmetic family, by name. */
export const ARITHMETIC = {
  ADD: { gives: 'integer', overflows: 'bigints', numbers: sum('+', 'number'), bigints: sum('+', 'bigint') },
  SUB: { gives: 'integer', overflows: 'bigints', numbers: sum('-', 'number'), bigints: sum('-', 'bigint') },
  MUL: {
    gives: 'integer',
    overflows: 'always',
    numbers: (application) => withoutNegativeZero(product(application, 'number'), productIsNegativeZero(application)),
    bigints: (application) => product(application, 'bigint'),
  },
  DIV: division,
  MOD: modulo,
  FLOOR_DIV: floorDivision,
  FLOOR_MOD: floorModulo,
  NEG: {
    gives: 'integer',
    overflows: 'bigints',
    numbers: (application) => {
      const operand = argument(application, 0);
      return hasZero(boundsAt(application, 0))
        ? binary(integer(0, 'number'), '-', operand, 'additive', 'number')
        : { ...unary('-', operand), representation: 'number' };
    },
    bigints: (application) => unary('-', argument(application, 0)),
  },
  ABS: {
    gives: 'integer',
    overflows: 'bigints',
    numbers: (application) => call('Math.abs', application.args, 'number'),
    bigints: (application) => call(application.runtime.use('absoluteOf'), application.args, 'bigint'),
  },
  MIN: { gives: 'integer', overflows: 'never', numbers: (application) => call('Math.min', application.args, 'number'), bigints: lesser },
  MAX: { gives: 'integer', overflows: 'never', numbers: (application) => call('Math.max', application.args, 'number'), bigints: greater },
  POW: {
    gives: 'integer',
    overflows: 'always',
    needs: (application) => [isAtLeast(argument(application, 1), 0), isAtMost(argument(application, 1), 63)],
    bigints: (application) => power(argument(application, 0), argument(application, 1), 'bigint'),
  },
  ISQRT: {
    gives: 'integer',
    overflows: 'never',
    needs: (application) => [isAtLeast(argument(application, 0), 0)],
    numbers: (application) => call(application.runtime.use('squareRoot'), application.args, 'number'),
    bigints: (application) => call(application.runtime.use('wideSquareRoot'), application.args, 'bigint'),
  },
  MULDIV: mulDiv,
  MULDIV_EVEN: {
    gives: 'integer',
    overflows: 'always',
    needs: divisorIsNotZero(2),
    bigints: (application) =>
      call(application.runtime.use('divideHalfEven'), [product(application, 'bigint'), argument(application, 2)], 'bigint'),
  },
  MUL_WRAP: mulWrap,
  CLAMP: {
    gives: 'integer',
    overflows: 'never',
    needs: (application) => [compared(argument(application, 1), '<=', argument(application, 2))],
    numbers: (application) => {
      const atLeast = call('Math.max', [argument(application, 0), argument(application, 1)], 'number');
      return call('Math.min', [atLeast, argument(application, 2)], 'number');
    },
    bigints: (application) => {
      const atLeast = call(application.runtime.use('greatestOf'), [argument(application, 0), argument(application, 1)], 'bigint');
      return call(application.runtime.use('leastOf'), [atLeast, argument(application, 2)], 'bigint');
    },
  },
} satisfies Partial<Record<MonomerName, Emission>>;
