import { NEVER, texts } from '../../../abstract/abstract.js';
import { maximum, minimum, subtract } from '../../../types/integer.js';
import { exactOnFew } from '../../exact.js';
import { apartBy, isPart, partFacts } from '../../measures.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { boundsAt, textViewAt } from '../../views.js';

/** The result is as long as the two places are apart, and no longer than the text. */
export function substringAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const text = textViewAt(args, 0);
        const [from, to] = [boundsAt(args, 1), boundsAt(args, 2)];
        const first = maximum(from.lo, 0);
        const last = minimum(to.hi, text.hi);
        if (first > last) return NEVER;
        const least = maximum(subtract(to.lo, minimum(from.hi, text.hi)), 0);
        return texts(Number(least), Number(subtract(last, first)));
      },
      need: isPart,
      related: (args, relations) => {
        const { lo, hi } = apartBy(relations, textViewAt(args, 0).hi);
        return texts(lo, hi);
      },
      refine: (result, args) => {
        const text = textViewAt(args, 0);
        return [texts(Math.max(text.lo, textViewAt([result], 0).lo), text.hi)];
      },
      facts: partFacts,
    }),
  );
}
