import { texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { narrowed, textViewAt } from '../../views.js';

/** Any text may lose everything. */
export function trimAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: (args) => texts(0, textViewAt(args, 0).hi),
    refine: (result, args) => narrowed(args, [texts(textViewAt([result], 0).lo, TEXT_LENGTH)]),
  });
}
