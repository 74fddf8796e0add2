import { type Abstract, type AbstractSequence, NEVER } from '../../../abstract/abstract.js';
import { atLeast, minimumRanges } from '../../../abstract/arithmetic.js';
import { type Int, maximum, minimum, negate, subtract } from '../../../types/integer.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { type Bounds, boundsAt, boundsOf, differenceWithin, rangesAt, sequenceViewAt } from '../../views.js';
import { likeSequence, part } from './elements.js';

const isCount = (args: readonly Abstract[]) => boundsAt(args, 1).lo >= 0;

/** Counts are not negative; beyond the longest sequence they say no more. Null where there is none. */
function countOf(args: readonly Abstract[]): Bounds | null {
  const counts = atLeast(rangesAt(args, 1), 0);
  return counts.length === 0 ? null : boundsOf(counts);
}

/** The result is as long as the sequence or the count, whichever is less. */
export const takeAnalysis: Analysis = onReached({
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    return part(view, [0, 0], minimumRanges(atLeast(rangesAt(args, 1), 0), [view.lo, view.hi]));
  },
  need: isCount,
  refine: atLeastAsLong,
  facts: (args) => {
    const count = countOf(args);
    const { lo, hi } = sequenceViewAt(args, 0);
    if (count === null) return [];
    return [
      ...differenceWithin('length of result', lengthOf(0), { lo: negate(excess(hi, count.lo)), hi: negate(excess(lo, count.hi)) }),
      ...differenceWithin('length of result', 1, { lo: negate(excess(count.hi, lo)), hi: negate(excess(count.lo, hi)) }),
    ];
  },
});

/** What TAKE leaves. */
export const dropAnalysis: Analysis = onReached({
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    const count = countOf(args);
    return count === null ? NEVER : rest(view, count);
  },
  need: isCount,
  refine: atLeastAsLong,
  facts: (args) => {
    const count = countOf(args);
    const { lo, hi } = sequenceViewAt(args, 0);
    if (count === null) return [];
    return differenceWithin('length of result', lengthOf(0), { lo: negate(minimum(count.hi, hi)), hi: negate(minimum(count.lo, lo)) });
  },
});

function rest(view: AbstractSequence, count: Bounds): Abstract {
  const { lo, hi, items, element } = view;
  if (items !== null) return part(view, [minimum(count.lo, hi), minimum(count.hi, hi)], [hi, hi]);
  return likeSequence(view, Number(excess(lo, count.hi)), Number(excess(hi, count.lo)), element);
}

/** How much `a` is more than `b`; 0 where it is not. */
function excess(a: Int, b: Int): Int {
  return maximum(subtract(a, b), 0);
}

function atLeastAsLong(result: Abstract, args: readonly Abstract[]): readonly Abstract[] {
  const view = sequenceViewAt(args, 0);
  return [likeSequence(view, sequenceViewAt([result], 0).lo, view.hi, view.element)];
}
