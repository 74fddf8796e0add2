import { ofRanges, option, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt, textViewAt } from '../../views.js';
import { lengthsOfForms, spelledWithin } from './decimal-lengths.js';

/** As many characters spell no integer beyond their number of digits; a text that spells one is no shorter than its shortest form. */
export function parseIntAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => option(true, ofRanges(spelledWithin(textViewAt(args, 0).hi))),
      refine: (result) => whereSome(result, (some) => [texts(lengthsOfForms(rangesAt([some], 0)).lo, TEXT_LENGTH)]),
    }),
  );
}
