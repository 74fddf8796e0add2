import type { Int } from '../types/integer.js';

/**
 * The operands of differences in an application: `i` denotes argument `i`, `lengthOf(i)` its length. The other operands are the
 * result and its length.
 */
export type DifferenceOperand = number | 'result' | 'length of result';

/** Denotes the length of the text, bytes or list at an argument position. */
export function lengthOf(position: number): number {
  return -1 - position;
}

/** The operands of differences between nodes: `n` denotes the value of node `n`, and `-1 - n` its length. */
export type DifferenceTerm = number;

/** Returns the node whose value or length a term denotes. */
export function nodeOfTerm(term: DifferenceTerm): number {
  return term < 0 ? -1 - term : term;
}

/** `minuend - subtrahend <= bound`, over integers (after the difference-bound constraints of Miné's zones). */
export interface RelationFact<T> {
  readonly minuend: T;
  readonly subtrahend: T;
  readonly bound: Int;
}

/** Known differences between the operands of an application, and between their lengths. */
export interface Relations {
  /**
   * Returns the least known k with `i - j <= k`; `undefined` if it is unknown. Each operand is an argument position or its
   * `lengthOf`. In an application on a month, the position after the arguments is the length of that month.
   */
  difference(i: number, j: number): Int | undefined;
  /** Returns true if both arguments are one and the same value. */
  same(i: number, j: number): boolean;
}

export const NO_RELATIONS: Relations = { difference: () => undefined, same: () => false };
