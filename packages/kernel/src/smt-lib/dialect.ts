import type { ExactBounds } from './bounds.js';
import type { Formula } from './formulas.js';

/**
 * An integer term of the sort that the dialect gives to its bounds. At a reached place its value lies within `bounds`. At an
 * unreached place it may be any value of its sort, so an assertion about it needs the condition that the place is reached.
 */
export interface IntegerTerm {
  readonly text: string;
  readonly bounds: ExactBounds;
  /** The size of its polynomial over unknowns after multiplying out. Default: one unknown. */
  readonly polynomial?: PolynomialSize;
}

/** The size of a polynomial: the maximal number of its monomials, and the maximal number of factors of each. */
export interface PolynomialSize {
  readonly monomials: number;
  readonly degree: number;
}

export type ComparisonOperator = '<' | '<=' | '=';
export type Bitwise = 'and' | 'or' | 'xor';
export type DivisionRounding = 'truncated' | 'floored';

/**
 * The encoding of integers: as unbounded integers, or as vectors of sufficient width. Each operation is exact for all operands
 * within their bounds (a division: if the divisor is not 0), and total beyond. `null` if the dialect has no exact form that a
 * solver can use.
 */
export interface Dialect {
  readonly encoding: 'integers' | 'vectors';
  /** The sort of terms of these bounds. */
  sortOf(bounds: ExactBounds): string;
  literal(value: bigint): IntegerTerm;
  add(a: IntegerTerm, b: IntegerTerm): IntegerTerm;
  subtract(a: IntegerTerm, b: IntegerTerm): IntegerTerm;
  multiply(a: IntegerTerm, b: IntegerTerm): IntegerTerm | null;
  quotient(division: DivisionRounding, a: IntegerTerm, b: IntegerTerm): IntegerTerm;
  remainder(division: DivisionRounding, a: IntegerTerm, b: IntegerTerm): IntegerTerm;
  choose(condition: Formula, a: IntegerTerm, b: IntegerTerm): IntegerTerm;
  compare(comparison: ComparisonOperator, a: IntegerTerm, b: IntegerTerm): Formula;
  /** Takes operands that are not negative. */
  bitwise(operation: Bitwise, a: IntegerTerm, b: IntegerTerm): IntegerTerm | null;
  /** a · 2^n, for operands that are not negative and n at most 62. */
  shiftLeft(a: IntegerTerm, n: IntegerTerm): IntegerTerm | null;
  /** a / 2^n rounded down, for operands that are not negative and n at most 62. */
  shiftRight(a: IntegerTerm, n: IntegerTerm): IntegerTerm | null;
  /** a · b modulo 2^bits, for operands that are not negative. */
  multiplyModulo(a: IntegerTerm, b: IntegerTerm, bits: number): IntegerTerm | null;
  /** Returns the same term in the sort of narrower bounds. The term must lie within them. */
  restrict(a: IntegerTerm, bounds: ExactBounds): IntegerTerm;
}
