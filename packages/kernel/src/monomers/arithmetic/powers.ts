import { absoluteRanges, atLeast, hull, pairsOf, transform, within } from '../../abstract/arithmetic.js';
import { minus, plus, times } from '../../abstract/polynomial.js';
import { type Pair, type Ranges, uniteAll } from '../../abstract/ranges.js';
import { exactly as exactBounds, greatest, INT64_BOUNDS, least, widthOf } from '../../smt-lib/bounds.js';
import type { IntegerTerm } from '../../smt-lib/dialect.js';
import { integerForm } from '../../smt-lib/forms.js';
import { and, type Formula, implies, TRUE_FORMULA } from '../../smt-lib/formulas.js';
import type { Terms } from '../../smt-lib/terms.js';
import { INTEGER } from '../../types/domain.js';
import { add, fitsInt64, INT64_MAX, INT64_MIN, type Int, multiply, normalize, subtract } from '../../types/integer.js';
import { fitting, integerAt, integerWithin } from '../arguments.js';
import { fact, linearFacts, order, orders } from '../linear.js';
import { monomer } from '../monomer.js';
import { ONE_INTEGER, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { atMostFact, exactly, factsOnBounds, onRanges, refiningRanges } from '../views.js';
import { DIRECT } from '../work.js';

/** POW and ISQRT. */

/** The greatest exponent: 2^63 already exceeds the greatest integer, and (-2)^63 is the least integer. */
const MAX_EXPONENT = 63;

export const pow = monomer({
  overloads: [overload({ a: INTEGER, n: INTEGER }, INTEGER)],
  reference: (args) => {
    const exponent = integerWithin(args, 1, 0, MAX_EXPONENT);
    return exponent === undefined ? undefined : fitting(raise(integerAt(args, 0), exponent));
  },
  work: DIRECT,
  precondition: [needs.within(1, 0, MAX_EXPONENT), needs.fitting(exactly(powerRanges))],
  few: 'run',
  transfer: onRanges(powerRanges),
  related: null,
  refine: null,
  facts: factsOnBounds((_, a, n) => (a.lo >= 0 && n.lo >= 1 ? [atMostFact(0, 'result')] : [])),
  linear: orders(order(['^', 0], ['=', 0]), order(['^', 1], ['^', 0])),
  smt: integerForm('other', powerForm),
});

/** Returns base^exponent exactly, of any size; 0^0 is 1. The exponent is in 0..{@link MAX_EXPONENT}. */
export function raise(base: Int, exponent: number): Int {
  return normalize(BigInt(base) ** BigInt(exponent));
}

/** Limit for the exponents with which a base is computed range by range; beyond it the hull of the base is used. */
const MANY_EXPONENTS = 8;

/**
 * Returns the powers for a set of bases and the exponents that lie in 0..{@link MAX_EXPONENT}. Each exponent is treated
 * separately: its power is monotone in the base or in |base|.
 */
function powerRanges(base: Ranges, exponent: Ranges): Ranges {
  const exponents = within(exponent, 0, MAX_EXPONENT);
  const bases = cardinality(exponents) > MANY_EXPONENTS ? hull(base) : base;
  const pairs: Pair[] = [];
  for (const [first, last] of pairsOf(exponents)) {
    for (let n = Number(first); n <= last; n += 1) {
      const magnitudes = n % 2 === 0 ? absoluteRanges(bases) : bases;
      pairs.push(...pairsOf(transform(magnitudes, (lo, hi) => [raiseWithin64(lo, n), raiseWithin64(hi, n)])));
    }
  }
  return uniteAll(pairs);
}

function cardinality(exponents: Ranges): number {
  return pairsOf(exponents).reduce((count, [lo, hi]) => count + Number(hi) - Number(lo) + 1, 0);
}

/**
 * Returns the power if it is a 64-bit integer, else an integer beyond 64 bits on the same side. Bounds need no more, and the
 * exact power may have thousands of bits.
 */
function raiseWithin64(base: Int, exponent: number): Int {
  let power: Int = 1;
  for (let i = 0; i < exponent; i += 1) {
    power = multiply(power, base);
    if (!fitsInt64(power)) return base < 0 && exponent % 2 === 1 ? subtract(INT64_MIN, 1) : add(INT64_MAX, 1);
  }
  return power;
}

/** Limit for a literal exponent that is encoded as a product. */
const MAX_FACTORS = 8;

/** Represents every power that does not fit 64 bits, since it does not fit either. */
const TOO_LARGE = 2n ** 64n;

/** Encodes a power with a small literal exponent as a product, and one with a literal base by cases of the exponent. */
function powerForm(terms: Terms, base: IntegerTerm, exponent: IntegerTerm): IntegerTerm | null {
  const { lo, hi } = exponent.bounds;
  if (lo === hi && lo >= 0n && lo <= MAX_FACTORS) return product(terms, base, Number(lo));
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

/** The last case also covers every exponent that violates the precondition. */
function powerByCases(terms: Terms, base: bigint, exponent: IntegerTerm): IntegerTerm {
  const { dialect } = terms;
  const first = Number(least(BigInt(MAX_EXPONENT), greatest(0n, exponent.bounds.lo)));
  const last = Math.max(first, Number(least(BigInt(MAX_EXPONENT), exponent.bounds.hi)));
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
  return widthOf(exactBounds(value)) > 64 ? TOO_LARGE : value;
}

export const isqrt = monomer({
  overloads: ONE_INTEGER,
  reference: (args) => {
    const a = integerAt(args, 0);
    return a < 0 ? undefined : squareRoot(a);
  },
  work: DIRECT,
  precondition: [needs.natural(0)],
  few: 'bound',
  transfer: onRanges((a) => transform(atLeast(a, 0), (lo, hi) => [squareRoot(lo), squareRoot(hi)])),
  related: null,
  refine: refiningRanges((result) => [
    transform(atLeast(result, 0), (lo, hi) => [multiply(lo, lo), subtract(multiply(add(hi, 1), add(hi, 1)), 1)]),
  ]),
  facts: factsOnBounds((_, a) => [atMostFact('result', 0, a.lo >= 2 ? 1 : 0)]),
  // r * r <= a < (r + 1) * (r + 1)
  linear: linearFacts(
    (at) => {
      const square = times(at.result, at.result);
      return [fact(minus(at.value(0), square)), fact(minus(plus(square, at.result, 2n), at.value(0)))];
    },
    order(['^', 0]),
  ),
  smt: integerForm('other', squareRootForm),
});

/** Returns the greatest r with r * r <= a, for a >= 0 up to 64 bits: the floating-point root, corrected exactly. */
export function squareRoot(a: Int): Int {
  let root = normalize(BigInt(Math.floor(Math.sqrt(Number(a)))));
  while (multiply(root, root) > a) root = subtract(root, 1);
  while (multiply(add(root, 1), add(root, 1)) <= a) root = add(root, 1);
  return root;
}

/**
 * The root as a constant r. For every a within its bounds that has a root, r·r <= a < (r + 1)·(r + 1) is asserted. There is
 * always exactly one such r, so that no model is lost.
 */
function squareRootForm(terms: Terms, a: IntegerTerm): IntegerTerm | null {
  const most = least(INT64_BOUNDS.hi, greatest(0n, a.bounds.hi));
  const term = terms.shared(`root ${a.text} ${most}`, () => {
    const { dialect, script } = terms;
    const root = terms.constant(script.fresh(), { lo: 0n, hi: BigInt(squareRoot(normalize(most))) });
    terms.constants.roots.set(root.text, { of: a.text, most });
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
