import {
  add as addIntegers,
  compare as compareIntegers,
  divide,
  type Int,
  multiply as multiplyIntegers,
  negate as negateInteger,
  remainder,
  subtract as subtractIntegers,
} from '@kirchhoff/kernel/types/integer';

/** An exact fraction in lowest terms; `d` is at least 1. */
export interface Rational {
  readonly n: Int;
  readonly d: Int;
}

export const ZERO: Rational = { n: 0, d: 1 };
export const ONE: Rational = { n: 1, d: 1 };

/** @param d Not 0. */
export function rational(n: Int, d: Int = 1): Rational {
  if (d === 1) return { n, d };
  const common = greatestCommonDivisor(n, d);
  const factor = d < 0 ? negateInteger(common) : common;
  return { n: divide(n, factor), d: divide(d, factor) };
}

export function greatestCommonDivisor(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') return ofNumbers(Math.abs(a), Math.abs(b));
  let [x, y] = [a < 0 ? negateInteger(a) : a, b < 0 ? negateInteger(b) : b];
  while (y !== 0) [x, y] = [y, remainder(x, y)];
  return x;
}

function ofNumbers(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

export function add(a: Rational, b: Rational): Rational {
  if (a.d === 1 && b.d === 1) return { n: addIntegers(a.n, b.n), d: 1 };
  return rational(addIntegers(multiplyIntegers(a.n, b.d), multiplyIntegers(b.n, a.d)), multiplyIntegers(a.d, b.d));
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(multiplyIntegers(a.n, b.n), multiplyIntegers(a.d, b.d));
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function negate(a: Rational): Rational {
  return { n: negateInteger(a.n), d: a.d };
}

/** @param a Not 0. */
export function inverse(a: Rational): Rational {
  return rational(a.d, a.n);
}

/** Returns -1, 0 or 1 if a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  if (a.d === b.d) return compareIntegers(a.n, b.n);
  const difference = subtractIntegers(multiplyIntegers(a.n, b.d), multiplyIntegers(b.n, a.d));
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

/** Returns the work of one operation on a fraction, which grows with the digits of long integers. */
export function workOn({ n, d }: Rational): number {
  return 1 + digitsOf(n) + digitsOf(d);
}

/** Returns the number of hexadecimal digits of a bigint; 0 for a safe integer. */
export function digitsOf(a: Int): number {
  return typeof a === 'number' ? 0 : a.toString(16).length;
}
