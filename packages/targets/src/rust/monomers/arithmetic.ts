import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';
import { atom, binary, call, cast, compared, either, integer, method, negative, type RsExpression, TRUE } from '../expression.js';
import {
  type Application,
  type Bounds,
  boundsAt,
  type Emission,
  type Emissions,
  isBetween,
  isNotZero,
  isProvenAtLeast,
  type Needs,
} from './emission.js';

function sum(operator: '+' | '-', name: string): Emission {
  return {
    write: (a) => binary(a.value(0), operator, a.value(1), 'additive'),
    ...checkedBy((a) => method(a.value(0), name, a.value(1))),
  };
}

/** An operation whose precondition is that a method of the standard library gives a value. */
function checkedBy(checked: (application: Application) => RsExpression): Pick<Emission, 'checked' | 'needs'> {
  return { checked, needs: (a) => [method(checked(a), 'is_some')] };
}

function areNatural(application: Application, ...indices: readonly number[]): boolean {
  return indices.every((index) => isProvenAtLeast(application, index, 0));
}

/** The only quotient that does not fit 64 bits is that of the least integer by -1. */
const quotientFits = (application: Application): RsExpression => {
  if (!mayOverflow(application)) return TRUE;
  return either(compared(application.value(0), '!=', integer(INT64_MIN)), compared(application.value(1), '!=', integer(-1)));
};

function mayOverflow(application: Application): boolean {
  const [dividend, divisor] = [boundsAt(application, 0), boundsAt(application, 1)];
  return dividend !== null && divisor !== null && dividend.lo <= INT64_MIN && divisor.lo <= -1 && divisor.hi >= -1;
}

const quotientNeeds: Needs = (application) => [isNotZero(application, 1), quotientFits(application)];

const isNotLeast: Needs = (application) => {
  const bounds = boundsAt(application, 0);
  return [bounds !== null && bounds.lo > INT64_MIN ? TRUE : compared(application.value(0), '!=', integer(INT64_MIN))];
};

function wide(expression: RsExpression): RsExpression {
  return call('i128::from', expression);
}

/** Returns the ends of the products of two integers. */
function productOf(a: Bounds, b: Bounds): readonly bigint[] {
  return [a.lo, a.hi].flatMap((x) => [b.lo, b.hi].map((y) => BigInt(x) * BigInt(y)));
}

/** Returns true if all products of the first two arguments fit 64 bits, so that a wider type is not needed. */
function isNarrow(application: Application): boolean {
  const [a, b] = [boundsAt(application, 0), boundsAt(application, 1)];
  return a !== null && b !== null && productOf(a, b).every((product) => product >= INT64_MIN && product <= INT64_MAX);
}

function wideProduct(application: Application): RsExpression {
  const [a, b] = [application.value(0), application.value(1)];
  if (isNarrow(application)) return wide(binary(a, '*', b, 'multiplicative'));
  return binary(wide(a), '*', wide(b), 'multiplicative');
}

function wideQuotient(application: Application): RsExpression {
  return binary(wideProduct(application), '/', wide(application.value(2)), 'multiplicative');
}

function evenQuotient(application: Application): RsExpression {
  return call(application.use('divide_half_even'), wideProduct(application), wide(application.value(2)));
}

function fits(value: (application: Application) => RsExpression): Pick<Emission, 'needs'> {
  return {
    needs: (a) => [isNotZero(a, 2), method(call('i64::try_from', value(a)), 'is_ok')],
  };
}

function mask(bits: Int): RsExpression {
  const digits = (2n ** BigInt(bits) - 1n).toString(16).toUpperCase();
  return atom(`0x${digits.replaceAll(/\B(?=(?:.{4})+$)/g, '_')}`);
}

function exponent(application: Application): RsExpression {
  const value = application.value(1);
  return isDigits(value) ? value : cast(value, 'u32');
}

function isPositive(application: Application, index: number): boolean {
  return isProvenAtLeast(application, index, 1);
}

/**
 * Returns k for a natural dividend and the literal divisor 2^k: bits are then faster than a division of a signed type; otherwise null.
 * A wire that has one value is no literal: the program has it, and has to read it.
 */
function bitsOfDivisor(application: Application, divisor: RsExpression): number | null {
  const bounds = boundsAt(application, 1);
  if (bounds === null || bounds.lo !== bounds.hi || bounds.lo < 2 || !isDigits(divisor) || !areNatural(application, 0)) return null;
  const digits = bounds.lo.toString(2);
  return digits.lastIndexOf('1') === 0 ? digits.length - 1 : null;
}

function isDigits(expression: RsExpression): boolean {
  return expression.kind === 'atom' && /^\d[\d_]*$/.test(expression.text);
}

function quotient(application: Application): RsExpression {
  const [dividend, divisor] = [application.value(0), application.value(1)];
  const bits = bitsOfDivisor(application, divisor);
  return bits === null ? binary(dividend, '/', divisor, 'multiplicative') : binary(dividend, '>>', integer(bits), 'shift');
}

function remainder(application: Application): RsExpression {
  const [dividend, divisor] = [application.value(0), application.value(1)];
  const bits = bitsOfDivisor(application, divisor);
  if (bits === null) return binary(dividend, '%', divisor, 'multiplicative');
  return binary(dividend, '&', integer(2n ** BigInt(bits) - 1n), 'bitAnd');
}

function isConstant(application: Application, index: number): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo === bounds.hi;
}

/** The arithmetic family, by name. */
export const ARITHMETIC = {
  ADD: sum('+', 'checked_add'),
  SUB: sum('-', 'checked_sub'),
  MUL: {
    write: (a) => binary(a.value(0), '*', a.value(1), 'multiplicative'),
    ...checkedBy((a) => method(a.value(0), 'checked_mul', a.value(1))),
  },
  DIV: { needs: quotientNeeds, write: quotient },
  MOD: {
    needs: (a) => [isNotZero(a, 1)],
    write: (a) => (mayOverflow(a) ? method(a.value(0), 'wrapping_rem', a.value(1)) : remainder(a)),
  },
  FLOOR_DIV: {
    needs: quotientNeeds,
    write: (a) => {
      if (areNatural(a, 0, 1)) return quotient(a);
      if (isPositive(a, 1)) return method(a.value(0), 'div_euclid', a.value(1));
      return call(a.use('floor_div'), a.value(0), a.value(1));
    },
  },
  FLOOR_MOD: {
    needs: (a) => [isNotZero(a, 1)],
    write: (a) => {
      if (areNatural(a, 0, 1)) return remainder(a);
      if (isPositive(a, 1)) return method(a.value(0), 'rem_euclid', a.value(1));
      return call(a.use('floor_mod'), a.value(0), a.value(1));
    },
  },
  NEG: { needs: isNotLeast, write: (a) => negative(a.value(0)) },
  ABS: { needs: isNotLeast, write: (a) => method(a.value(0), 'abs') },
  MIN: { write: (a) => method(a.value(0), 'min', a.value(1)) },
  MAX: { write: (a) => method(a.value(0), 'max', a.value(1)) },
  POW: {
    needs: (a) => [isBetween(a, 1, 0, 63), method(method(a.value(0), 'checked_pow', exponent(a)), 'is_some')],
    write: (a) => method(a.value(0), 'pow', exponent(a)),
  },
  ISQRT: { needs: (a) => [isBetween(a, 0, 0, null)], write: (a) => call(a.use('isqrt'), a.value(0)) },
  MULDIV: {
    ...fits(wideQuotient),
    write: (a) => {
      if (isNarrow(a)) return binary(binary(a.value(0), '*', a.value(1), 'multiplicative'), '/', a.value(2), 'multiplicative');
      return cast(wideQuotient(a), 'i64');
    },
  },
  MULDIV_EVEN: { ...fits(evenQuotient), write: (a) => cast(evenQuotient(a), 'i64') },
  MUL_WRAP: {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => {
      const product = isNarrow(a) ? binary(a.value(0), '*', a.value(1), 'multiplicative') : method(a.value(0), 'wrapping_mul', a.value(1));
      return binary(product, '&', mask(boundsAt(a, 2)?.lo ?? 0), 'bitAnd');
    },
  },
  CLAMP: {
    needs: (a) => [compared(a.value(1), '<=', a.value(2))],
    // The method of that name checks the order of the ends again, which costs nothing for constants.
    write: (a) => {
      const [value, lo, hi] = [a.value(0), a.value(1), a.value(2)];
      return isConstant(a, 1) && isConstant(a, 2) ? method(value, 'clamp', lo, hi) : method(method(value, 'max', lo), 'min', hi);
    },
  },
} satisfies Emissions;
