import { type Int, normalize } from '../../types/integer.js';

const INT32_MAX = 0x7fffffff;

/** True where JavaScript's own operators, which work on signed words of 32 bits, are exact for both. */
function areWords(a: Int, b: Int): boolean {
  return a <= INT32_MAX && b <= INT32_MAX;
}

/** Bitwise and of two integers that are not negative. */
export function andBits(a: Int, b: Int): Int {
  return areWords(a, b) ? Number(a) & Number(b) : normalize(BigInt(a) & BigInt(b));
}

/** Bitwise or of two integers that are not negative. */
export function orBits(a: Int, b: Int): Int {
  return areWords(a, b) ? Number(a) | Number(b) : normalize(BigInt(a) | BigInt(b));
}

/** Bitwise exclusive or of two integers that are not negative. */
export function xorBits(a: Int, b: Int): Int {
  return areWords(a, b) ? Number(a) ^ Number(b) : normalize(BigInt(a) ^ BigInt(b));
}

/** The greatest count of a shift. */
export const MAX_SHIFT = 62;

/** a * 2^count, exact; the count is not negative. */
export function shiftLeft(a: Int, count: Int): Int {
  return normalize(BigInt(a) << BigInt(count));
}

/** a / 2^count rounded down, for an `a` and a count that are not negative. */
export function shiftRight(a: Int, count: Int): Int {
  return areWords(a, count) && count < 31 ? Number(a) >> Number(count) : normalize(BigInt(a) >> BigInt(count));
}
