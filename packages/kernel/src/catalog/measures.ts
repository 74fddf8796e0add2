import type { Abstract } from '../abstract/abstract.js';
import { maximum, minimum, negate } from '../types/integer.js';
import { lengthOf, type Operand, type RelationFact, type Relations } from './relation.js';
import { atMostFact, type Bounds, boundsAt, differenceWithin, isAtMost } from './views.js';

/** Places in texts, bytes and lists: what the monomers that take one element or a part have in common. */

/** The lengths that the text, bytes or list at an argument position can have. */
export function lengthsAt(args: readonly Abstract[], position: number): { readonly lo: number; readonly hi: number } {
  const view = args[position];
  if (view?.kind === 'text' || view?.kind === 'bytes' || view?.kind === 'list') return view;
  throw new Error(`argument ${position} has no length`);
}

/** True where argument 1 is at least 0 and less than the length of argument 0. */
export function isIndex(args: readonly Abstract[], relations: Relations): boolean {
  const index = boundsAt(args, 1);
  return index.lo >= 0 && (index.hi < lengthsAt(args, 0).lo || (relations.difference(1, lengthOf(0)) ?? 0) <= -1);
}

/** True where 0 <= argument 1 <= argument 2 <= the length of argument 0. */
export function isPart(args: readonly Abstract[], relations: Relations): boolean {
  const [from, to] = [boundsAt(args, 1), boundsAt(args, 2)];
  return (
    from.lo >= 0 &&
    (from.hi <= to.lo || isAtMost(relations, 1, 2)) &&
    (to.hi <= lengthsAt(args, 0).lo || (relations.difference(2, lengthOf(0)) ?? 1) <= 0)
  );
}

/** How far argument 2 can be beyond argument 1, within 0..longest, by relations; none where lo > hi. */
export function apartBy(relations: Relations, longest: number): { readonly lo: number; readonly hi: number } {
  const least = negate(relations.difference(1, 2) ?? 0);
  const most = relations.difference(2, 1) ?? longest;
  // cut to the lengths that there can be, both are numbers
  return { lo: Number(minimum(maximum(least, 0), longest + 1)), hi: Number(maximum(minimum(most, longest), -1)) };
}

/** The result is as long as argument 2 is beyond argument 1, and both are places of argument 0. */
export function partFacts(args: readonly Abstract[]): readonly RelationFact<Operand>[] {
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

/** The length of the result is that of argument 0. */
export function sameLengthFacts(): readonly RelationFact<Operand>[] {
  return differenceWithin('length of result', lengthOf(0), NONE);
}

/** The result is the length of argument 0. */
export function lengthFacts(): readonly RelationFact<Operand>[] {
  return differenceWithin('result', lengthOf(0), NONE);
}

/** The length of the result is the sum of those of the two arguments. */
export function sumOfLengthsFacts(args: readonly Abstract[]): readonly RelationFact<Operand>[] {
  return [
    ...differenceWithin('length of result', lengthOf(0), lengthsAt(args, 1)),
    ...differenceWithin('length of result', lengthOf(1), lengthsAt(args, 0)),
  ];
}
