import { type Abstract, type AbstractSequence, integers, NEVER } from '../../../abstract/abstract.js';
import { highest, lowest } from '../../../abstract/ranges.js';
import { lengthFacts } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt, sequenceViewAt } from '../../views.js';
import { likeSequence } from './elements.js';

export const lengthAnalysis: Analysis = onReached({
  transfer: (args) => {
    const { lo, hi } = sequenceViewAt(args, 0);
    return integers(lo, hi);
  },
  refine: (result, args) => [ofLength(sequenceViewAt(args, 0), result)],
  facts: lengthFacts,
});

/** What of a set has one of these lengths, which are reached. */
function ofLength(view: AbstractSequence, lengths: Abstract): Abstract {
  const { lo, hi, element } = view;
  const ranges = rangesAt([lengths], 0);
  if (highest(ranges) < lo || lowest(ranges) > hi) return NEVER;
  // both bounds are numbers once they are cut to the lengths that there can be
  return likeSequence(view, Math.max(lo, Number(lowest(ranges))), Math.min(hi, Number(highest(ranges))), element);
}
