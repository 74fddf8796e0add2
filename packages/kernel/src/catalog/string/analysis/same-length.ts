import { type Abstract, texts } from '../../../abstract/abstract.js';
import { exactOnFew } from '../../exact.js';
import { sameLengthFacts } from '../../measures.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

/** Of UPPER and LOWER, which take each code point to one. */
export function sameLengthAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => lengthsOf(args),
      refine: (result) => [lengthsOf([result])],
      facts: sameLengthFacts,
    }),
  );
}

function lengthsOf(views: readonly Abstract[]): Abstract {
  const { lo, hi } = textViewAt(views, 0);
  return texts(lo, hi);
}
