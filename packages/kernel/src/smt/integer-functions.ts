import { squareRoot as rootOf } from '../catalog/arithmetic/isqrt.js';
import { normalize } from '../types/integer.js';
import { exactly, greatest, INT64_BOUNDS, least, widthOf } from './bounds.js';
import type { IntegerTerm } from './dialect.js';
import { and, FALSE_FORMULA, type Formula, implies, or, TRUE_FORMULA } from './formulas.js';
import type { Terms } from './terms.js';

/** A literal exponent up to this is a product. */
const MOST_FACTORS = 8;

const MOST_EXPONENT = 63;

/** Stands for every power that does not fit 64 bits; it does not either. */
const TOO_LARGE = 2n ** 64n;

export function lesser({ dialect }: Terms, a: IntegerTerm, b: IntegerTerm): IntegerTerm {
  const either = dialect.choose(dialect.compare('<=', a, b), a, b);
  return dialect.restrict(either, { lo: least(a.bounds.lo, b.bounds.lo), hi: least(a.bounds.hi, b.bounds.hi) });
}

export function greater({ dialect }: Terms, a: IntegerTerm, b: IntegerTerm): IntegerTerm {
  const either = dialect.choose(dialect.compare('<=', a, b), b, a);
  return dialect.restrict(either, { lo: greatest(a.bounds.lo, b.bounds.lo), hi: greatest(a.bounds.hi, b.bounds.hi) });
}

export function absolute({ dialect }: Terms, a: IntegerTerm): IntegerTerm {
  if (a.bounds.lo >= 0n) return a;
  const zero = dialect.literal(0n);
  const either = dialect.choose(dialect.compare('<', a, zero), dialect.subtract(zero, a), a);
  return dialect.restrict(either, { lo: 0n, hi: greatest(-a.bounds.lo, a.bounds.hi) });
}

/** The dividend over the divisor, rounded to the nearest, halves to the even one. Dividend and divisor may change their signs together. */
export function halfEven(terms: Terms, dividend: IntegerTerm, divisor: IntegerTerm): IntegerTerm {
  const { dialect } = terms;
  const zero = dialect.literal(0n);
  const one = dialect.literal(1n);
  const isNegative = divisor.bounds.lo >= 0n ? FALSE_FORMULA : terms.formula(dialect.compare('<', divisor, zero));
  const a = terms.named(dialect.choose(isNegative, dialect.subtract(zero, dividend), dividend));
  const b = terms.named(absolute(terms, divisor));
  const below = terms.named(dialect.quotient('floored', a, b));
  const rest = terms.named(dialect.remainder('floored', a, b));
  const twice = terms.named(dialect.add(rest, rest));
  const isOdd = dialect.compare('=', dialect.remainder('floored', below, dialect.literal(2n)), one);
  const isUp = or(dialect.compare('<', b, twice), and(dialect.compare('=', b, twice), isOdd));
  return dialect.choose(terms.formula(isUp), dialect.add(below, one), below);
}

/**
 * The root as a constant r with r·r <= a < (r + 1)·(r + 1), which is asserted of every a within its bounds that has one:
 * there is always exactly one such r, so that no model is lost.
 */
export function squareRoot(terms: Terms, a: IntegerTerm): IntegerTerm | null {
  const most = least(INT64_BOUNDS.hi, greatest(0n, a.bounds.hi));
  const term = terms.shared(`root ${a.text} ${most}`, () => {
    const { dialect, script } = terms;
    const root = terms.constant(script.fresh(), { lo: 0n, hi: BigInt(rootOf(normalize(most))) });
    terms.origins.roots.set(root.text, { of: a.text, most });
    const next = terms.named(dialect.add(root, dialect.literal(1n)));
    const square = dialect.multiply(root, root);
    const nextSquare = dialect.multiply(next, next);
    const isRoot: Formula =
      square === null || nextSquare === null ? TRUE_FORMULA : and(dialect.compare('<=', square, a), dialect.compare('<', a, nextSquare));
    script.assert(TRUE_FORMULA, implies(terms.between(a, 0n, most), isRoot));
    return { kind: 'integer', integer: root };
  });
  return term.kind === 'integer' ? term.integer : null;
}

/** A product where the exponent is a small literal; by cases of the exponent where the base is a literal. */
export function power(terms: Terms, base: IntegerTerm, exponent: IntegerTerm): IntegerTerm | null {
  const { lo, hi } = exponent.bounds;
  if (lo === hi && lo >= 0n && lo <= MOST_FACTORS) return product(terms, base, Number(lo));
  return base.bounds.lo === base.bounds.hi ? powerByCases(terms, base.bounds.lo, exponent) : null;
}

function product(terms: Terms, base: IntegerTerm, factors: number): IntegerTerm | null {
  let result: IntegerTerm | null = terms.dialect.literal(1n);
  for (let i = 0; i < factors && result !== null; i += 1) {
    const next: IntegerTerm | null = i === 0 ? base : terms.dialect.multiply(result, base);
    result = next === null ? null : terms.named(next);
  }
  return result;
}

/** The last case also stands for every exponent that violates the need. */
function powerByCases(terms: Terms, base: bigint, exponent: IntegerTerm): IntegerTerm {
  const { dialect } = terms;
  const first = Number(least(63n, greatest(0n, exponent.bounds.lo)));
  const last = Math.max(first, Number(least(BigInt(MOST_EXPONENT), exponent.bounds.hi)));
  let result = dialect.literal(powerOf(base, last));
  for (let n = last - 1; n >= first; n -= 1) {
    result = terms.named(
      dialect.choose(dialect.compare('=', exponent, dialect.literal(BigInt(n))), dialect.literal(powerOf(base, n)), result),
    );
  }
  return result;
}

function powerOf(base: bigint, exponent: number): bigint {
  const value = base ** BigInt(exponent);
  return widthOf(exactly(value)) > 64 ? TOO_LARGE : value;
}
