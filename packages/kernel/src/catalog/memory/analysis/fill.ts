import { type Abstract, itemsOf, MAX_ITEMS, NEVER, ofRanges, sequence } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { highest, lowest, range } from '../../../abstract/ranges.js';
import { LIST_LENGTH } from '../../../limits.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { boundsAt, differenceWithin, rangesAt, sequenceViewAt, viewAt } from '../../views.js';

export const fillAnalysis: Analysis = onReached({
  transfer: (args) => {
    const counts = within(rangesAt(args, 0), 0, LIST_LENGTH);
    if (counts.length === 0) return NEVER;
    return repeated(Number(lowest(counts)), Number(highest(counts)), viewAt(args, 1));
  },
  need: (args) => boundsAt(args, 0).lo >= 0 && boundsAt(args, 0).hi <= LIST_LENGTH,
  // an empty list says nothing of the value
  refine: (result, args) => {
    const { lo, hi, element } = sequenceViewAt([result], 0);
    return [ofRanges(range(lo, hi)), lo === 0 ? viewAt(args, 1) : element];
  },
  facts: () => differenceWithin('length of result', 0, { lo: 0, hi: 0 }),
});

/** By place too where the count is known: each is the value. */
function repeated(lo: number, hi: number, value: Abstract): Abstract {
  if (lo !== hi || lo > MAX_ITEMS) return sequence('list', lo, hi, value);
  return itemsOf(
    'list',
    Array.from({ length: lo }, () => value),
  );
}
