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
  widthOf,
} from './bounds.js';
import type { Bitwise, ComparisonOperator, Dialect, DivisionRounding, IntegerTerm } from './dialect.js';
import { choose, equal } from './formulas.js';

/** Limit for the width of a product, in bits: a solver does not succeed beyond it. */
const MAX_BITS = 192;

/**
 * Integers as vectors in two's complement, each as wide as its bounds need. An operation uses a width in which no operands within
 * their bounds overflow, so it is exact for all of them. Its result is cut to the bounds that follow. `bvsdiv` and its kin are
 * total: a division by 0 has a value.
 */
export const VECTORS: Dialect = {
  encoding: 'vectors',
  sortOf: (bounds) => `(_ BitVec ${widthOf(bounds)})`,
  literal: (value) => term(digits(value, widthOf(exactly(value))), exactly(value)),
  add: (a, b) => ring('bvadd', a, b, sumBounds(a.bounds, b.bounds)),
  subtract: (a, b) => ring('bvsub', a, b, differenceBounds(a.bounds, b.bounds)),
  multiply: (a, b) => {
    const bounds = productBounds(a.bounds, b.bounds);
    return widthOf(bounds) > MAX_BITS ? null : ring('bvmul', a, b, bounds);
  },
  quotient,
  remainder,
  choose: (condition, a, b) => {
    const bounds = hullOf(a.bounds, b.bounds);
    return term(choose(condition, extended(a, widthOf(bounds)), extended(b, widthOf(bounds))), bounds);
  },
  compare: (comparison, a, b) => {
    const width = Math.max(widthOf(a.bounds), widthOf(b.bounds));
    const [left, right] = [extended(a, width), extended(b, width)];
    return comparison === '=' ? equal(left, right) : `(${COMPARISONS[comparison]} ${left} ${right})`;
  },
  bitwise: (operation, a, b) => {
    const most = operation === 'and' ? least(a.bounds.hi, b.bounds.hi) : allOnes(greatest(a.bounds.hi, b.bounds.hi));
    const width = Math.max(widthOf(a.bounds), widthOf(b.bounds));
    return cut(`(${BITWISE[operation]} ${extended(a, width)} ${extended(b, width)})`, width, { lo: 0n, hi: greatest(0n, most) });
  },
  shiftLeft: (a, n) => {
    const most = 2n ** least(62n, greatest(0n, n.bounds.hi));
    const bounds = { lo: 0n, hi: greatest(0n, a.bounds.hi) * most };
    return shift('bvshl', a, n, Math.max(widthOf(bounds), widthOf(a.bounds), widthOf(n.bounds)), bounds);
  },
  shiftRight: (a, n) => shift('bvlshr', a, n, Math.max(widthOf(a.bounds), widthOf(n.bounds)), { lo: 0n, hi: greatest(0n, a.bounds.hi) }),
  multiplyModulo: (a, b, bits) => {
    // A product modulo 2^bits depends only on the low bits of its factors.
    const product = `(bvmul ${resized(a, bits)} ${resized(b, bits)})`;
    return term(`((_ zero_extend 1) ${product})`, { lo: 0n, hi: 2n ** BigInt(bits) - 1n });
  },
  restrict: (a, bounds) => cut(a.text, widthOf(a.bounds), bounds),
};

const COMPARISONS: Record<Exclude<ComparisonOperator, '='>, string> = { '<': 'bvslt', '<=': 'bvsle' };
const BITWISE: Record<Bitwise, string> = { and: 'bvand', or: 'bvor', xor: 'bvxor' };

function term(text: string, bounds: ExactBounds): IntegerTerm {
  return { text, bounds };
}

function digits(value: bigint, width: number): string {
  return `(_ bv${BigInt.asUintN(width, value)} ${width})`;
}

/** Returns the least 2^k - 1 that is not less than `value`. */
function allOnes(value: bigint): bigint {
  return value <= 0n ? 0n : 2n ** BigInt(value.toString(2).length) - 1n;
}

/** Extends a term to a width of at least its own; literals are written anew. */
function extended({ text, bounds }: IntegerTerm, width: number): string {
  const own = widthOf(bounds);
  if (own === width) return text;
  return bounds.lo === bounds.hi && text.startsWith('(_ bv') ? digits(bounds.lo, width) : `((_ sign_extend ${width - own}) ${text})`;
}

/** Cuts a term to its low bits, or extends it. */
function resized(a: IntegerTerm, width: number): string {
  return widthOf(a.bounds) <= width ? extended(a, width) : `((_ extract ${width - 1} 0) ${a.text})`;
}

/** Cuts a text of some width to the width of its bounds. */
function cut(text: string, width: number, bounds: ExactBounds): IntegerTerm {
  const own = widthOf(bounds);
  if (own === width) return term(text, bounds);
  return term(own < width ? `((_ extract ${own - 1} 0) ${text})` : `((_ sign_extend ${own - width}) ${text})`, bounds);
}

/** Addition, subtraction and multiplication agree with the integers modulo 2^width. */
function ring(operation: string, a: IntegerTerm, b: IntegerTerm, bounds: ExactBounds): IntegerTerm {
  const width = Math.max(widthOf(bounds), widthOf(a.bounds), widthOf(b.bounds));
  return cut(`(${operation} ${extended(a, width)} ${extended(b, width)})`, width, bounds);
}

function shift(operation: string, a: IntegerTerm, n: IntegerTerm, width: number, bounds: ExactBounds): IntegerTerm {
  return cut(`(${operation} ${extended(a, width)} ${extended(n, width)})`, width, bounds);
}

/** One bit more than the operands need, so that the least integer divided by -1 fits. */
function divisionWidth(a: IntegerTerm, b: IntegerTerm): number {
  return Math.max(widthOf(a.bounds), widthOf(b.bounds)) + 1;
}

function areNatural(a: IntegerTerm, b: IntegerTerm): boolean {
  return a.bounds.lo >= 0n && b.bounds.lo >= 0n;
}

/**
 * `bvsdiv` truncates. The quotient rounded down is one less if there is a remainder and its sign differs from that of the
 * divisor.
 */
function quotient(division: DivisionRounding, a: IntegerTerm, b: IntegerTerm): IntegerTerm {
  const bounds = quotientBounds(a.bounds, b.bounds);
  const width = divisionWidth(a, b);
  const [x, y] = [extended(a, width), extended(b, width)];
  if (areNatural(a, b)) return cut(`(bvudiv ${x} ${y})`, width, bounds);
  if (division === 'truncated') return cut(`(bvsdiv ${x} ${y})`, width, bounds);
  const zero = digits(0n, width);
  const rest = `(bvsrem ${x} ${y})`;
  const isBelow = `(and (not (= ${rest} ${zero})) (not (= (bvslt ${rest} ${zero}) (bvslt ${y} ${zero}))))`;
  return cut(`(bvsub (bvsdiv ${x} ${y}) (ite ${isBelow} ${digits(1n, width)} ${zero}))`, width, bounds);
}

/** `bvsrem` has the sign of the dividend, `bvsmod` that of the divisor. */
function remainder(division: DivisionRounding, a: IntegerTerm, b: IntegerTerm): IntegerTerm {
  const bounds = division === 'truncated' ? remainderBounds(a.bounds, b.bounds) : floorRemainderBounds(b.bounds);
  const width = divisionWidth(a, b);
  const operation = areNatural(a, b) ? 'bvurem' : division === 'truncated' ? 'bvsrem' : 'bvsmod';
  return cut(`(${operation} ${extended(a, width)} ${extended(b, width)})`, width, bounds);
}
