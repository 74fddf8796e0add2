import { EITHER, FALSE, isWithin, TRUE, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

/** False on the empty text; of any other length there are texts of either kind. */
export function luhnAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => (textViewAt(args, 0).hi === 0 ? FALSE : EITHER),
      refine: (result) => (isWithin(result, TRUE) ? [texts(1, TEXT_LENGTH)] : []),
    }),
  );
}
