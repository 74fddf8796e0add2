import { type AbstractSequence, ofRanges } from '../../../abstract/abstract.js';
import { addRanges, clip, fits } from '../../../abstract/arithmetic.js';
import type { Ranges } from '../../../abstract/ranges.js';
import { type Int, multiply, subtract } from '../../../types/integer.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { type Bounds, boundsOf, differenceWithin, rangesAt, sequenceViewAt } from '../../views.js';

export const sumAnalysis: Analysis = onReached({
  transfer: (args) => ofRanges(clip(sumsOf(sequenceViewAt(args, 0)))),
  need: (args) => fits(sumsOf(sequenceViewAt(args, 0))),
  // what each element adds beyond 1 adds to the difference
  facts: (args) => {
    const view = sequenceViewAt(args, 0);
    if (view.hi === 0) return differenceWithin('result', lengthOf(0), { lo: 0, hi: 0 });
    const { lo, hi } = boundsOf(rangesAt([view.element], 0));
    return differenceWithin('result', lengthOf(0), timesLength(view, { lo: subtract(lo, 1), hi: subtract(hi, 1) }));
  },
});

/** The exact sums, of any size: item by item where these are known, else of any lo..hi elements. */
function sumsOf(view: AbstractSequence): Ranges {
  if (view.items !== null) return view.items.reduce<Ranges>((sum, _, index) => addRanges(sum, rangesAt(view.items ?? [], index)), [0, 0]);
  const { lo, hi } = timesLength(view, boundsOf(rangesAt([view.element], 0)));
  return [lo, hi];
}

/** The sum of as many integers as there are elements, each within the bounds. */
function timesLength({ lo, hi }: AbstractSequence, each: Bounds): Bounds {
  const most = (bound: Int) => multiply(bound, bound > 0 ? hi : lo);
  const least = (bound: Int) => multiply(bound, bound < 0 ? hi : lo);
  return { lo: least(each.lo), hi: most(each.hi) };
}
