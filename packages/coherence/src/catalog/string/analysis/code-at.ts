import { ofRanges } from '../../../abstract/abstract.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { boundsAt, isUnreached, textViewAt } from '../../views.js';

/** A code point of a text is no surrogate. */
const CODE_POINTS = ofRanges([0, 0xd7ff, 0xe000, 0x10ffff]);

export function codeAtAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: () => CODE_POINTS,
    need: (args) => isUnreached(args) || (boundsAt(args, 1).lo >= 0 && boundsAt(args, 1).hi < textViewAt(args, 0).lo),
  });
}
