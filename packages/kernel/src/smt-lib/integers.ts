import {
  differenceBounds,
  type ExactBounds,
  exactly,
  floorRemainderBounds,
  greatest,
  hullOf,
  least,
  productBounds,
  quotientBounds,
  remainderBounds,
  sumBounds,
} from './bounds.js';
import type { Dialect, DivisionRounding, IntegerTerm, PolynomialSize } from './dialect.js';
import { choose, equal } from './formulas.js';

/**
 * Integers as the `Int` of SMT-LIB: sums, products and comparisons are exact by definition. `div` and `mod` of SMT-LIB are
 * Euclidean (the remainder is never negative); the other roundings are written in terms of them. A division by 0 is any value,
 * which only adds models. Bits are combined only if one side is a mask.
 */
export const INTEGERS: Dialect = {
  encoding: 'integers',
  sortOf: () => 'Int',
  literal: (value) => ({ ...term(value < 0n ? `(- ${-value})` : `${value}`, exactly(value)), polynomial: CONSTANT }),
  add: (a, b) => ({ ...term(`(+ ${a.text} ${b.text})`, sumBounds(a.bounds, b.bounds)), polynomial: sumOf(a, b) }),
  subtract: (a, b) => ({ ...term(`(- ${a.text} ${b.text})`, differenceBounds(a.bounds, b.bounds)), polynomial: sumOf(a, b) }),
  multiply: product,
  quotient: (division, a, b) => term(quotient(division, a, b), quotientBounds(a.bounds, b.bounds)),
  remainder: (division, a, b) =>
    division === 'truncated'
      ? term(truncatedRemainder(a, b), remainderBounds(a.bounds, b.bounds))
      : term(flooredRemainder(a, b), floorRemainderBounds(b.bounds)),
  choose: (condition, a, b) => term(choose(condition, a.text, b.text), hullOf(a.bounds, b.bounds)),
  compare: (comparison, a, b) => (comparison === '=' ? equal(a.text, b.text) : `(${comparison} ${a.text} ${b.text})`),
  bitwise: (operation, a, b) => (operation === 'and' ? (masked(a, b) ?? masked(b, a)) : null),
  shiftLeft: (a, n) => product(a, term(powerOfTwo(n), powerBounds(n))),
  shiftRight: (a, n) => term(`(div ${a.text} ${powerOfTwo(n)})`, quotientBounds(a.bounds, powerBounds(n))),
  multiplyModulo: (a, b, bits) => {
    const whole = product(a, b);
    return whole && term(`(mod ${whole.text} ${2n ** BigInt(bits)})`, { lo: 0n, hi: 2n ** BigInt(bits) - 1n });
  },
  restrict: (a, bounds) => ({ ...a, bounds }),
};

/**
 * Limit for monomials times factors. A solver multiplies out a nonlinear product and counts no step for it: beyond this limit
 * that takes seconds, and soon minutes.
 */
const MAX_FACTORS = 2_048;

const CONSTANT: PolynomialSize = { monomials: 1, degree: 0 };
const UNKNOWN: PolynomialSize = { monomials: 1, degree: 1 };

function sumOf({ polynomial: a = UNKNOWN }: IntegerTerm, { polynomial: b = UNKNOWN }: IntegerTerm): PolynomialSize {
  return { monomials: a.monomials + b.monomials, degree: Math.max(a.degree, b.degree) };
}

/** `null` if the product is too long after multiplying out. */
function product(a: IntegerTerm, b: IntegerTerm): IntegerTerm | null {
  const [left, right] = [a.polynomial ?? UNKNOWN, b.polynomial ?? UNKNOWN];
  const polynomial = { monomials: left.monomials * right.monomials, degree: left.degree + right.degree };
  const isLinear = left.degree === 0 || right.degree === 0;
  if (!isLinear && polynomial.monomials * polynomial.degree > MAX_FACTORS) return null;
  return { ...term(`(* ${a.text} ${b.text})`, productBounds(a.bounds, b.bounds)), polynomial };
}

function term(text: string, bounds: ExactBounds): IntegerTerm {
  return { text, bounds };
}

function isNatural({ bounds }: IntegerTerm): boolean {
  return bounds.lo >= 0n;
}

function minus(text: string): string {
  return `(- ${text})`;
}

/**
 * Truncated: for a >= 0 and b < 0, `div a b` is -(a div |b|), which is the truncated quotient. For a < 0 it is the negated
 * quotient of -a.
 *
 * Floored: `div` rounds down for b > 0. For b < 0 dividend and divisor change their signs, which leaves the quotient the same.
 */
function quotient(division: DivisionRounding, a: IntegerTerm, b: IntegerTerm): string {
  const plain = `(div ${a.text} ${b.text})`;
  if (division === 'truncated') {
    return isNatural(a) ? plain : `(ite (<= 0 ${a.text}) ${plain} ${minus(`(div ${minus(a.text)} ${b.text})`)})`;
  }
  return isNatural(b) ? plain : `(ite (<= 0 ${b.text}) ${plain} (div ${minus(a.text)} ${minus(b.text)}))`;
}

/** `mod a b` is a mod |b|, which is the remainder for a >= 0. For a < 0 it is the negated remainder of -a. */
function truncatedRemainder(a: IntegerTerm, b: IntegerTerm): string {
  const plain = `(mod ${a.text} ${b.text})`;
  return isNatural(a) ? plain : `(ite (<= 0 ${a.text}) ${plain} ${minus(`(mod ${minus(a.text)} ${b.text})`)})`;
}

/** For b < 0: a - b·floor(a / b) = -((-a) - (-b)·floor((-a) / (-b))). */
function flooredRemainder(a: IntegerTerm, b: IntegerTerm): string {
  const plain = `(mod ${a.text} ${b.text})`;
  return isNatural(b) ? plain : `(ite (<= 0 ${b.text}) ${plain} ${minus(`(mod ${minus(a.text)} ${minus(b.text)})`)})`;
}

/** A bitwise `and` with 2^k - 1 is the remainder by 2^k. `null` if the second operand is no such mask. */
function masked(a: IntegerTerm, mask: IntegerTerm): IntegerTerm | null {
  const { lo, hi } = mask.bounds;
  if (lo !== hi || lo < 0n || (lo & (lo + 1n)) !== 0n) return null;
  return term(`(mod ${a.text} ${lo + 1n})`, { lo: 0n, hi: least(lo, greatest(0n, a.bounds.hi)) });
}

/** Returns the least and the greatest count of a shift, limited to 0..62. */
function counts({ bounds }: IntegerTerm): { readonly first: number; readonly last: number } {
  const first = Number(least(62n, greatest(0n, bounds.lo)));
  return { first, last: Math.max(first, Number(least(62n, greatest(0n, bounds.hi)))) };
}

function powerBounds(n: IntegerTerm): ExactBounds {
  const { first, last } = counts(n);
  return { lo: 2n ** BigInt(first), hi: 2n ** BigInt(last) };
}

/** 2^n by cases. The last case also covers every n that violates the precondition. */
function powerOfTwo(n: IntegerTerm): string {
  const { first, last } = counts(n);
  let text = `${2n ** BigInt(last)}`;
  for (let count = last - 1; count >= first; count -= 1) text = `(ite (= ${n.text} ${count}) ${2n ** BigInt(count)} ${text})`;
  return text;
}
