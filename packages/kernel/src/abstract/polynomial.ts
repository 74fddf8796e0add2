import type { Int } from '../types/integer.js';

/** Atoms in ascending order, joined by `*`; '' is the constant term. */
export type Monomial = string;

/** An integer polynomial over atoms: the coefficient of each monomial, never zero. */
export type Polynomial = ReadonlyMap<Monomial, bigint>;

export const CONSTANT_TERM: Monomial = '';
export const ZERO: Polynomial = new Map();
export const ONE: Polynomial = constant(1);

export function constant(value: Int): Polynomial {
  const coefficient = BigInt(value);
  return coefficient === 0n ? new Map() : new Map([[CONSTANT_TERM, coefficient]]);
}

/** @param name Without `*`. */
export function atom(name: string): Polynomial {
  return new Map([[name, 1n]]);
}

/** a + factor * b. */
export function plus(a: Polynomial, b: Polynomial, factor = 1n): Polynomial {
  const sum = new Map(a);
  if (factor === 1n) for (const [monomial, coefficient] of b) put(sum, monomial, coefficient);
  else for (const [monomial, coefficient] of b) put(sum, monomial, coefficient * factor);
  return sum;
}

/** Limit for the terms of a product; longer products are of no use. */
export const MAX_TERMS = 16;
/** A product of four 64-bit integers has no greater coefficient. */
const MAX_COEFFICIENT = 2n ** 256n;

export function minus(a: Polynomial, b: Polynomial): Polynomial {
  return plus(a, b, -1n);
}

/** -1 - a: not negative exactly for the integers for which `a` is negative. */
export function opposite(a: Polynomial): Polynomial {
  const terms = new Map<Monomial, bigint>();
  for (const [monomial, coefficient] of a) terms.set(monomial, -coefficient);
  put(terms, CONSTANT_TERM, -1n);
  return terms;
}

export function times(a: Polynomial, b: Polynomial): Polynomial {
  const terms = new Map<Monomial, bigint>();
  for (const [left, x] of a) for (const [right, y] of b) put(terms, join(left, right), x * y);
  return terms;
}

/** The product; `null` if the factors have too many terms to be multiplied. */
export function product(a: Polynomial, b: Polynomial): Polynomial | null {
  return a.size * b.size > 4 * MAX_TERMS ? null : times(a, b);
}

function put(sum: Map<Monomial, bigint>, monomial: Monomial, more: bigint): void {
  const coefficient = (sum.get(monomial) ?? 0n) + more;
  if (coefficient === 0n) sum.delete(monomial);
  else sum.set(monomial, coefficient);
}

function join(a: Monomial, b: Monomial): Monomial {
  if (a === CONSTANT_TERM) return b;
  if (b === CONSTANT_TERM) return a;
  if (!isLong(a) && !isLong(b)) return a <= b ? `${a}*${b}` : `${b}*${a}`;
  return [...atomsOf(a), ...atomsOf(b)].toSorted().join('*');
}

export function atomsOf(monomial: Monomial): readonly string[] {
  if (isLong(monomial)) return monomial.split('*');
  return monomial === CONSTANT_TERM ? [] : [monomial];
}

/** Returns true for a monomial of several atoms. */
export function isLong(monomial: Monomial): boolean {
  return monomial.includes('*');
}

/** The number of atoms of the longest monomial. */
export function degree(a: Polynomial): number {
  let most = 0;
  for (const monomial of a.keys()) {
    if (isLong(monomial)) most = Math.max(most, atomsOf(monomial).length);
    else if (most === 0 && monomial !== CONSTANT_TERM) most = 1;
  }
  return most;
}

/** Returns true if every coefficient of the polynomial takes a bounded number of bits. */
export function hasShortCoefficients(a: Polynomial): boolean {
  for (const coefficient of a.values()) if (coefficient > MAX_COEFFICIENT || coefficient < -MAX_COEFFICIENT) return false;
  return true;
}

/** The value of a polynomial without atoms; `null` if it has atoms. */
export function constantOf(a: Polynomial): bigint | null {
  if (a.size === 0) return 0n;
  return a.size === 1 ? (a.get(CONSTANT_TERM) ?? null) : null;
}

/** 2 to the power of a constant that is a valid shift count; `null` for any other polynomial. */
export function powerOfTwo(count: Polynomial): Polynomial | null {
  const bits = constantOf(count);
  return bits === null || bits < 0n || bits > 62n ? null : constant(2n ** bits);
}

/**
 * The least polynomial that differs from `a` by a constant and is nonnegative for the same integers. The greatest common divisor
 * of all terms but the constant one divides them; the constant term is rounded down to a multiple of it (Chvátal 1973).
 */
export function tightened(a: Polynomial): Polynomial {
  const offset = a.get(CONSTANT_TERM) ?? 0n;
  let common = 0n;
  if (offset === 0n) return a;
  for (const [monomial, coefficient] of a) {
    if (monomial !== CONSTANT_TERM) common = commonDivisor(common, coefficient);
    if (common === 1n) return a;
  }
  const excess = common === 0n ? 0n : ((offset % common) + common) % common;
  return excess === 0n ? a : plus(a, new Map([[CONSTANT_TERM, -excess]]));
}

/** The tightened polynomial, divided by the greatest common divisor of all its terms. */
export function reduced(a: Polynomial): Polynomial {
  const tight = tightened(a);
  const common = divisorOf(tight);
  return common <= 1n ? tight : new Map([...tight].map(([monomial, coefficient]) => [monomial, coefficient / common]));
}

/** The greatest common divisor of all coefficients, the constant term included; 0 for the zero polynomial. */
export function divisorOf(a: Polynomial): bigint {
  return [...a.values()].reduce(commonDivisor, 0n);
}

/** The greatest common divisor, not negative. */
export function commonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}

/** The polynomial q with a = b * q; `null` unless b is a single nonzero term that divides every term of a. */
export function exactQuotient(a: Polynomial, b: Polynomial): Polynomial | null {
  const [term] = b;
  if (term === undefined || b.size > 1) return null;
  const [divisor, factor] = term;
  const quotient = new Map<Monomial, bigint>();
  for (const [monomial, coefficient] of a) {
    const rest = without(monomial, divisor);
    if (rest === null || coefficient % factor !== 0n) return null;
    quotient.set(rest, coefficient / factor);
  }
  return quotient;
}

/** The monomial without the atoms of `divisor`; `null` if it lacks one of them. */
function without(monomial: Monomial, divisor: Monomial): Monomial | null {
  const left = [...atomsOf(monomial)];
  for (const name of atomsOf(divisor)) {
    const at = left.indexOf(name);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left.join('*');
}

/** A text that equal polynomials share and different ones do not. JSON separates the terms. */
export function textOf(a: Polynomial): string {
  const terms = a.size < 2 ? [...a] : [...a].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(terms.map(([monomial, factor]) => [monomial, String(factor)]));
}
