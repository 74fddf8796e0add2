import { type Int, normalize } from '../../types/integer.js';

const INT32_MAX = 0x7fffffff;

/** Returns true if JavaScript's bitwise operators are exact for both operands. They work on signed words of 32 bits. */
function areWords(a: Int, b: Int): boolean {
  return a <= INT32_MAX && b <= INT32_MAX;
}

/** Returns the bitwise `and` of two integers that are not negative. */
export function andBits(a: Int, b: Int): Int {
  return areWords(a, b) ? Number(a) & Number(b) : normalize(BigInt(a) & BigInt(b));
}

/** Returns the bitwise `or` of two integers that are not negative. */
export function orBits(a: Int, b: Int): Int {
  return areWords(a, b) ? Number(a) | Number(b) : normalize(BigInt(a) | BigInt(b));
}

/** Returns the bitwise exclusive `or` of two integers that are not negative. */
export function xorBits(a: Int, b: Int): Int {
  return areWords(a, b) ? Number(a) ^ Number(b) : normalize(BigInt(a) ^ BigInt(b));
}

/** The greatest count of a shift. */
export const MAX_SHIFT = 62;

/** Returns a * 2^count exactly; the count is not negative. */
export function shiftLeft(a: Int, count: Int): Int {
  return normalize(BigInt(a) << BigInt(count));
}

/** Returns a / 2^count rounded down; neither operand is negative. */
export function shiftRight(a: Int, count: Int): Int {
  return areWords(a, count) && count < 31 ? Number(a) >> Number(count) : normalize(BigInt(a) >> BigInt(count));
}
