import { integers, option } from '../../../abstract/abstract.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, textViewAt } from '../../views.js';
import { NO_PART, whole } from './part.js';

/** The part ends within the text, and the empty part is at 0 of every text. */
export function indexOfAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const [text, part] = [textViewAt(args, 0), textViewAt(args, 1)];
        if (part.hi === 0) return option(false, integers(0, 0));
        return option(true, integers(0, text.hi - part.lo));
      },
      refine: (result, args) => {
        if (result.kind !== 'option') return args;
        if (result.some.kind === 'never') return NO_PART;
        return result.none ? args : whole(textViewAt(args, 0), textViewAt(args, 1));
      },
      // Where it is found, the whole of the part still fits into the text.
      contentFacts: (args) => [atMostFact('result', lengthOf(0), textViewAt(args, 1).lo)],
    }),
  );
}
