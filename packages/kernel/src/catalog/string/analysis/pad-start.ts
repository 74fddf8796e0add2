import { NEVER, texts } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { highest, lowest } from '../../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../../limits.js';
import type { Analysis } from '../../monomer.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, boundsAt, isUnreached, rangesAt, textViewAt } from '../../views.js';

/** The result is as long as the text or as n, whichever is more. */
export const padStartAnalysis: Analysis = {
  transfer: (args) => {
    if (isUnreached(args)) return NEVER;
    const { lo, hi } = textViewAt(args, 0);
    const lengths = within(rangesAt(args, 1), 0, TEXT_LENGTH);
    if (lengths.length === 0) return NEVER;
    return texts(Math.max(lo, Number(lowest(lengths))), Math.max(hi, Number(highest(lengths))));
  },
  need: (args) => {
    if (isUnreached(args)) return true;
    const n = boundsAt(args, 1);
    const fill = textViewAt(args, 2);
    return n.lo >= 0 && n.hi <= TEXT_LENGTH && fill.lo === 1 && fill.hi === 1;
  },
  facts: (args, result) => {
    if (result.kind === 'never' || isUnreached(args)) return [];
    return [atMostFact(lengthOf(0), 'length of result'), atMostFact(1, 'length of result')];
  },
};
