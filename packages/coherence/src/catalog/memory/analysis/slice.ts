import { type Abstract, NEVER } from '../../../abstract/abstract.js';
import { maximum, minimum, negate } from '../../../integer.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf, type Operand, type RelationFact, type Relations } from '../../relation.js';
import { atMostFact, boundsAt, differenceWithin, isAtMost, rangesAt, sequenceViewAt } from '../../views.js';
import { likeSequence, part } from './elements.js';

export const sliceAnalysis: Analysis = onReached({
  transfer: (args) => part(sequenceViewAt(args, 0), rangesAt(args, 1), rangesAt(args, 2)),
  need: (args, relations) => isPart(args, sequenceViewAt(args, 0).lo, relations),
  related: (args, relations) => {
    const view = sequenceViewAt(args, 0);
    const { lo, hi } = apartBy(relations, view.hi);
    return lo > hi ? NEVER : likeSequence(view, lo, hi, view.element);
  },
  refine: (result, args) => {
    const view = sequenceViewAt(args, 0);
    return [likeSequence(view, sequenceViewAt([result], 0).lo, view.hi, view.element)];
  },
  facts: (args) => partFacts(args, sequenceViewAt(args, 0).hi),
});

/** True where 0 <= argument 1 <= argument 2 <= the length of argument 0, which is at least `shortest`. */
export function isPart(args: readonly Abstract[], shortest: number, relations: Relations): boolean {
  const [from, to] = [boundsAt(args, 1), boundsAt(args, 2)];
  return (
    from.lo >= 0 &&
    (from.hi <= to.lo || isAtMost(relations, 1, 2)) &&
    (to.hi <= shortest || (relations.difference(2, lengthOf(0)) ?? 1) <= 0)
  );
}

/** How far argument 2 can be beyond argument 1, within 0..longest, by relations; nothing where lo > hi. */
export function apartBy(relations: Relations, longest: number): { readonly lo: number; readonly hi: number } {
  const least = negate(relations.difference(1, 2) ?? 0);
  const most = relations.difference(2, 1) ?? longest;
  // cut to the lengths that there can be, both are numbers
  return { lo: Number(minimum(maximum(least, 0), longest + 1)), hi: Number(maximum(minimum(most, longest), -1)) };
}

/** The result is as long as the two places are apart, of a sequence or text of at most `longest`. */
export function partFacts(args: readonly Abstract[], longest: number): readonly RelationFact<Operand>[] {
  const from = boundsAt(args, 1);
  const [least, most] = [maximum(from.lo, 0), minimum(from.hi, longest)];
  return [
    ...differenceWithin('length of result', 2, { lo: negate(most), hi: negate(least) }),
    atMostFact('length of result', lengthOf(0), least),
    atMostFact(1, 2),
    atMostFact(2, lengthOf(0)),
  ];
}
