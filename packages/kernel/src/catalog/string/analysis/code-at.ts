import { ofRanges } from '../../../abstract/abstract.js';
import { exactOnFew } from '../../exact.js';
import { isIndex } from '../../measures.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact } from '../../views.js';

/** A code point of a text is no surrogate. */
const CODE_POINTS = ofRanges([0, 0xd7ff, 0xe000, 0x10ffff]);

export function codeAtAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: () => CODE_POINTS,
      need: isIndex,
      facts: () => [atMostFact(1, lengthOf(0), 1)],
    }),
  );
}
