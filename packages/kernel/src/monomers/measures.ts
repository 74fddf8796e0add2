import type { AbstractValue } from '../abstract/abstract.js';
import { maximum, minimum, negate } from '../types/integer.js';
import { needs, type Precondition } from './precondition.js';
import { type DifferenceOperand, lengthOf, type RelationFact, type Relations } from './relation.js';
import { atMostFact, type Bounds, boundsAt, differenceWithin, lengthsAt } from './views.js';

/** Positions in texts, bytes and lists, for the monomers that take one element or a part. */

/** Argument 1 is the position of an element of argument 0, or of the first of `count` elements. */
export function isIndex(count = 1): Precondition {
  return [needs.natural(1), needs.atMost(1, lengthOf(0), count)];
}

/** 0 <= argument 1 <= argument 2 <= the length of argument 0. */
export const IS_PART: Precondition = [needs.natural(1), needs.atMost(1, 2), needs.atMost(2, lengthOf(0))];

/** Returns the range of argument 2 minus argument 1 within 0..longest, by relations; empty if lo > hi. */
export function apartBy(relations: Relations, longest: number): { readonly lo: number; readonly hi: number } {
  const least = negate(relations.difference(1, 2) ?? 0);
  const most = relations.difference(2, 1) ?? longest;
  // Cut to the possible lengths, both bounds are JavaScript numbers.
  return { lo: Number(minimum(maximum(least, 0), longest + 1)), hi: Number(maximum(minimum(most, longest), -1)) };
}

/** The length of the result is argument 2 minus argument 1, and both are positions in argument 0. */
export function partFacts(args: readonly AbstractValue[]): readonly RelationFact<DifferenceOperand>[] {
  const from = boundsAt(args, 1);
  const [least, most] = [maximum(from.lo, 0), minimum(from.hi, lengthsAt(args, 0).hi)];
  return [
    ...differenceWithin('length of result', 2, { lo: negate(most), hi: negate(least) }),
    atMostFact('length of result', lengthOf(0), least),
    atMostFact(1, 2),
    atMostFact(2, lengthOf(0)),
  ];
}

const NONE: Bounds = { lo: 0, hi: 0 };

/** The result is as long as argument 0. */
export function sameLengthFacts(): readonly RelationFact<DifferenceOperand>[] {
  return differenceWithin('length of result', lengthOf(0), NONE);
}

/** The result is the length of argument 0. */
export function lengthFacts(): readonly RelationFact<DifferenceOperand>[] {
  return differenceWithin('result', lengthOf(0), NONE);
}

/** The length of the result is the sum of those of the two arguments. */
export function sumOfLengthsFacts(args: readonly AbstractValue[]): readonly RelationFact<DifferenceOperand>[] {
  return [
    ...differenceWithin('length of result', lengthOf(0), lengthsAt(args, 1)),
    ...differenceWithin('length of result', lengthOf(1), lengthsAt(args, 0)),
  ];
}
