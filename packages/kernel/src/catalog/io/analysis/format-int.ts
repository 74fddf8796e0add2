import { ofRanges, texts } from '../../../abstract/abstract.js';
import { uniteAll } from '../../../abstract/ranges.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt, textViewAt } from '../../views.js';
import { decimalOf } from '../decimal.js';
import { lengthsOfForms, withFormLengths } from './decimal-lengths.js';

export function formatIntAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = lengthsOfForms(rangesAt(args, 0));
        return texts(lo, hi);
      },
      refine: (result) => {
        const text = textViewAt([result], 0);
        return [ofRanges(text.values === null ? withFormLengths(text) : spelledBy(text.values))];
      },
    }),
  );
}

function spelledBy(forms: readonly string[]) {
  return uniteAll(
    forms.flatMap((form) => {
      const integer = decimalOf(form);
      return integer === undefined ? [] : [[integer, integer] as const];
    }),
  );
}
