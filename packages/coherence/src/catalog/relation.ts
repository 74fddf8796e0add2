import type { Int } from '../integer.js';

/** An operand by position, or the result. */
export type Operand = number | 'result';

/** `minuend - subtrahend <= bound`, over integers (after the difference-bound constraints of Miné's zones). */
export interface RelationFact<T> {
  readonly minuend: T;
  readonly subtrahend: T;
  readonly bound: Int;
}

/** What is known of the differences between the operands of an application. */
export interface Relations {
  /** The least known k with `operands[i] - operands[j] <= k`; undefined where nothing is known. */
  difference(i: number, j: number): Int | undefined;
  /** True where both operands are one and the same value. */
  same(i: number, j: number): boolean;
}

export const NO_RELATIONS: Relations = { difference: () => undefined, same: () => false };
