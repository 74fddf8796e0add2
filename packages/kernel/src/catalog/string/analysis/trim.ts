import { texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, textViewAt } from '../../views.js';

/** Any text may lose everything. */
export function trimAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => texts(0, textViewAt(args, 0).hi),
      refine: (result) => [texts(textViewAt([result], 0).lo, TEXT_LENGTH)],
      facts: () => [atMostFact('length of result', lengthOf(0))],
    }),
  );
}
