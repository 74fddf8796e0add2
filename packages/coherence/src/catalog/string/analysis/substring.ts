import { integers, NEVER, texts } from '../../../abstract/abstract.js';
import { maximum, minimum, subtract } from '../../../integer.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { boundsAt, isAtMost, isUnreached, textViewAt } from '../../views.js';

/** The result is as long as the two places are apart, and no longer than the text. */
export function substringAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: (args) => {
      const text = textViewAt(args, 0);
      const from = boundsAt(args, 1);
      const to = boundsAt(args, 2);
      const first = maximum(from.lo, 0);
      const last = minimum(to.hi, text.hi);
      const least = maximum(subtract(to.lo, minimum(from.hi, text.hi)), 0);
      return integers(first, last).kind === 'never' ? NEVER : texts(Number(least), Number(subtract(last, first)));
    },
    need: (args, relations) => {
      if (isUnreached(args)) return true;
      return (
        boundsAt(args, 1).lo >= 0 &&
        (boundsAt(args, 1).hi <= boundsAt(args, 2).lo || isAtMost(relations, 1, 2)) &&
        boundsAt(args, 2).hi <= textViewAt(args, 0).lo
      );
    },
  });
}
