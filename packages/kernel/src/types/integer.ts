/**
 * Exact integers of any size in two representations: a JavaScript number while the value is a safe
 * integer, a bigint beyond. The representation is canonical (never a bigint that would fit, never -0),
 * so that `===` compares values. Source: the usual small-integer optimisation of Lisp systems.
 */
export type Int = number | bigint;

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);
const SAFE_MIN = BigInt(Number.MIN_SAFE_INTEGER);

export const INT64_MIN: Int = -(2n ** 63n);
export const INT64_MAX: Int = 2n ** 63n - 1n;

/** Brings a bigint into canonical form. */
export function normalize(value: bigint): Int {
  return value >= SAFE_MIN && value <= SAFE_MAX ? Number(value) : value;
}

/** Parses `-?[0-9]+` exactly; the caller has checked the form. */
export function parseInteger(text: string): Int {
  return normalize(BigInt(text));
}

export function add(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return normalize(BigInt(a) + BigInt(b));
}

export function subtract(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return normalize(BigInt(a) - BigInt(b));
}

export function negate(a: Int): Int {
  return subtract(0, a);
}

export function multiply(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // `+ 0` turns -0 into 0.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return normalize(BigInt(a) * BigInt(b));
}

/** Quotient truncated toward zero; `b` is not zero. */
export function divide(a: Int, b: Int): Int {
  // a - a % b is an exact multiple of b, so that this division does not round.
  if (typeof a === 'number' && typeof b === 'number') return (a - (a % b)) / b + 0;
  return normalize(BigInt(a) / BigInt(b));
}

/** Remainder of {@link divide}, with the sign of `a`; `b` is not zero. */
export function remainder(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  return normalize(BigInt(a) % BigInt(b));
}

/** Quotient rounded toward minus infinity; `b` is not zero. */
export function floorDivide(a: Int, b: Int): Int {
  const quotient = divide(a, b);
  const rest = remainder(a, b);
  return rest !== 0 && rest < 0 !== b < 0 ? subtract(quotient, 1) : quotient;
}

/** Remainder of {@link floorDivide}, with the sign of `b`; `b` is not zero. */
export function floorRemainder(a: Int, b: Int): Int {
  const rest = remainder(a, b);
  return rest !== 0 && rest < 0 !== b < 0 ? add(rest, b) : rest;
}

export function absolute(a: Int): Int {
  return a < 0 ? negate(a) : a;
}

/** a <= b. If both are numbers (nearly always), the machine compares them without a generic routine. */
export function isAtMost(a: Int, b: Int): boolean {
  return typeof a === 'number' && typeof b === 'number' ? a <= b : a <= b;
}

export function minimum(a: Int, b: Int): Int {
  return isAtMost(a, b) ? a : b;
}

export function maximum(a: Int, b: Int): Int {
  return isAtMost(b, a) ? a : b;
}

/** -1, 0 or 1. */
export function compare(a: Int, b: Int): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function fitsInt64(a: Int): boolean {
  return typeof a === 'number' || (a >= INT64_MIN && a <= INT64_MAX);
}
