import { INT64_MIN, type Int } from '@kirchhoff/coherence';
import { binary, call, compared, integer, negative, type PyExpression, power, primary, TRUE } from '../expression.js';
import {
  type Application,
  argument,
  boundsAt,
  type Emission,
  type Emissions,
  isBetween,
  isNotZero,
  isProvenAtLeast,
  type Needs,
  ordered,
} from './emission.js';

function sum(operator: '+' | '-'): Emission {
  return { write: (a) => binary(argument(a, 0), operator, argument(a, 1), 'additive'), overflows: true };
}

function product(application: Application): PyExpression {
  return binary(argument(application, 0), '*', argument(application, 1), 'multiplicative');
}

function areNatural(application: Application, ...indices: readonly number[]): boolean {
  return indices.every((index) => isProvenAtLeast(application, index, 0));
}

/** `//` and `%` round down: they are the truncating division only for natural numbers. */
function truncated(application: Application, dividend: PyExpression, divisor: number, isNatural: boolean): PyExpression {
  const by = argument(application, divisor);
  if (isNatural) return binary(dividend, '//', by, 'multiplicative');
  return call(application.use('_divide'), dividend, by);
}

/** The only quotient that does not fit 64 bits is that of the least integer by -1. */
const quotientFits = (application: Application): PyExpression => {
  const [dividend, divisor] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (dividend === null || divisor === null || dividend.lo > INT64_MIN || divisor.lo > -1 || divisor.hi < -1) return TRUE;
  const [a, b] = [compared(argument(application, 0), '!=', integer(INT64_MIN)), compared(argument(application, 1), '!=', integer(-1))];
  return binary(a, 'or', b, 'or');
};

const quotientNeeds: Needs = (application) => [isNotZero(application, 1), quotientFits(application)];
const isNotLeast: Needs = (application) => {
  const bounds = boundsAt(application, 0);
  return [bounds !== null && bounds.lo > INT64_MIN ? TRUE : compared(argument(application, 0), '!=', integer(INT64_MIN))];
};

function mask(bits: Int): PyExpression {
  return primary(`0x${(2n ** BigInt(bits) - 1n).toString(16).toUpperCase()}`);
}

/** The arithmetic family, by name. Python's integers are exact. */
export const ARITHMETIC = {
  ADD: sum('+'),
  SUB: sum('-'),
  MUL: { write: product, overflows: true },
  DIV: { needs: quotientNeeds, write: (a) => truncated(a, argument(a, 0), 1, areNatural(a, 0, 1)) },
  MOD: {
    needs: (a) => [isNotZero(a, 1)],
    write: (a) => {
      if (areNatural(a, 0, 1)) return binary(argument(a, 0), '%', argument(a, 1), 'multiplicative');
      return call(a.use('_remainder'), ...a.args);
    },
  },
  FLOOR_DIV: { needs: quotientNeeds, write: (a) => binary(argument(a, 0), '//', argument(a, 1), 'multiplicative') },
  FLOOR_MOD: { needs: (a) => [isNotZero(a, 1)], write: (a) => binary(argument(a, 0), '%', argument(a, 1), 'multiplicative') },
  NEG: { needs: isNotLeast, write: (a) => negative(argument(a, 0)) },
  ABS: { needs: isNotLeast, write: (a) => call('abs', argument(a, 0)) },
  MIN: { write: (a) => call('min', ...a.args) },
  MAX: { write: (a) => call('max', ...a.args) },
  POW: { needs: (a) => [isBetween(a, 1, 0, 63)], write: (a) => power(argument(a, 0), argument(a, 1)), overflows: true },
  ISQRT: { needs: (a) => [isBetween(a, 0, 0, null)], write: (a) => call(`${a.module('math')}.isqrt`, argument(a, 0)) },
  MULDIV: {
    needs: (a) => [isNotZero(a, 2)],
    write: (a) => truncated(a, product(a), 2, areNatural(a, 0, 1, 2)),
    overflows: true,
  },
  MULDIV_EVEN: {
    needs: (a) => [isNotZero(a, 2)],
    write: (a) => call(a.use('_divide_half_even'), product(a), argument(a, 2)),
    overflows: true,
  },
  MUL_WRAP: {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => binary(product(a), '&', mask(boundsAt(a, 2)?.lo ?? 0), 'bitAnd'),
  },
  CLAMP: {
    needs: (a) => [ordered(argument(a, 1), '<=', argument(a, 2))],
    write: (a) => call('min', call('max', argument(a, 0), argument(a, 1)), argument(a, 2)),
  },
} satisfies Emissions;
