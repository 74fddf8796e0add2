import type { Int } from '../types/integer.js';

/**
 * The operands of differences, as seen from an application: argument `i` as `i`, the length of argument `i` as `lengthOf(i)`, the
 * result and its length.
 */
export type Operand = number | 'result' | 'length of result';

/** The length of the text, bytes or list at an argument position. */
export function lengthOf(position: number): number {
  return -1 - position;
}

/**
 * The same of nodes: the value of node `n` as `n`, its length as `-1 - n`.
 */
export type Term = number;

/** The node that a term speaks of. */
export function nodeOfTerm(term: Term): number {
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
   * Returns the least known k with `i - j <= k`, each an argument position or `lengthOf` one; `undefined` if it is unknown. The
   * position behind the arguments of an application on a month is the length of that month.
   */
  difference(i: number, j: number): Int | undefined;
  /** True where both arguments are one and the same value. */
  same(i: number, j: number): boolean;
}

export const NO_RELATIONS: Relations = { difference: () => undefined, same: () => false };
