import type { PieceSource } from './piece.js';

/** Integer operations. */
export const INTEGERS = {
  canonicalOf: {
    code: `
/** The form of a bigint inside a list, a record or an option: a number if it is safe. */
function canonicalOf(value«: bigint»)«: ¤» {
  return -9007199254740991n <= value && value <= 9007199254740991n ? Number(value) : value;
}`,
  },
  floorRemainder: {
    code: `
/** The remainder of two numbers or two bigints, with the sign of b. */
«function floorRemainder(a: number, b: number): number;
function floorRemainder(a: bigint, b: bigint): bigint;
»function floorRemainder(a«: any», b«: any»)«: any» {
  const rest = a % b;
  return rest && rest < 0 !== b < 0 ? rest + b : rest;
}`,
  },
  floorDivide: {
    code: `
/** The quotient of two bigints, rounded down. */
function floorDivide(a«: bigint», b«: bigint»)«: bigint» {
  return a % b && a < 0n !== b < 0n ? a / b - 1n : a / b;
}`,
  },
  divideHalfEven: {
    uses: ['floorDivide'],
    code: `
/** The quotient of two bigints, rounded to the nearest integer, halves to even. */
function divideHalfEven(a«: bigint», b«: bigint»)«: bigint» {
  const quotient = floorDivide(a, b);
  const twice = (a - quotient * b) * 2n;
  const [double, divisor] = b < 0n ? [-twice, -b] : [twice, b];
  if (double !== divisor) return double > divisor ? quotient + 1n : quotient;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}`,
  },
  absoluteOf: {
    code: `
function absoluteOf(value«: bigint»)«: bigint» {
  return value < 0n ? -value : value;
}`,
  },
  leastOf: {
    code: `
function leastOf(a«: bigint», b«: bigint»)«: bigint» {
  return a < b ? a : b;
}`,
  },
  greatestOf: {
    code: `
function greatestOf(a«: bigint», b«: bigint»)«: bigint» {
  return a > b ? a : b;
}`,
  },
  squareRoot: {
    code: `
/** The square root of a safe integer, rounded down. */
function squareRoot(value«: number»)«: number» {
  const root = Math.floor(Math.sqrt(value));
  return root * root > value ? root - 1 : root;
}`,
  },
  wideSquareRoot: {
    code: `
/** The square root of a bigint, rounded down, by Newton's method. */
function wideSquareRoot(value«: bigint»)«: bigint» {
  let root = BigInt(Math.floor(Math.sqrt(Number(value)))) + 2n;
  while (root * root > value) root = (root + value / root) / 2n;
  return root;
}`,
  },
} as const satisfies Record<string, PieceSource>;
