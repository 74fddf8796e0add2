import { integers, NEVER, option, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

/** The greatest value of a single character: that of Z. */
const GREATEST_CHARACTER = 35;

export function mod97Analysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { hi } = textViewAt(args, 0);
        return option(true, hi === 0 ? NEVER : integers(0, hi === 1 ? GREATEST_CHARACTER : 96));
      },
      refine: (result) => whereSome(result, () => [texts(1, TEXT_LENGTH)]),
    }),
  );
}
