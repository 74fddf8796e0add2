import { integers, NEVER, texts } from '../../../abstract/abstract.js';
import { maximum, minimum, subtract } from '../../../integer.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import type { Relations } from '../../relation.js';
import { boundsAt, isUnreached, textViewAt } from '../../views.js';

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
      return boundsAt(args, 1).lo >= 0 && areInOrder(args, relations) && boundsAt(args, 2).hi <= textViewAt(args, 0).lo;
    },
  });
}

function areInOrder(args: Parameters<Analysis['transfer']>[0], relations: Relations): boolean {
  return boundsAt(args, 1).hi <= boundsAt(args, 2).lo || relations.same(1, 2) || (relations.difference(1, 2) ?? 1) <= 0;
}
