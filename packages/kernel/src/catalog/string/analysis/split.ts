import { itemsOf, NEVER, sequence, texts } from '../../../abstract/abstract.js';
import { LIST_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

export function splitAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const [text, separator] = [textViewAt(args, 0), textViewAt(args, 1)];
        if (separator.hi === 0) return NEVER;
        if (separator.lo > text.hi) return itemsOf('list', [text]);
        return sequence('list', 1, Math.min(mostParts(text.hi, separator.lo), LIST_LENGTH), texts(0, text.hi));
      },
      need: (args) => {
        const separator = textViewAt(args, 1).lo;
        return separator >= 1 && mostParts(textViewAt(args, 0).hi, separator) <= LIST_LENGTH;
      },
      // the whole text is a part, or longer than its parts
      refine: (result, args) => {
        const { hi } = textViewAt(args, 0);
        const separator = Math.max(textViewAt(args, 1).lo, 1);
        const least = result.kind === 'list' ? (result.lo - 1) * separator : 0;
        return [texts(least, hi)];
      },
    }),
  );
}

/** One more than there can be separators, which do not overlap. */
function mostParts(text: number, separator: number): number {
  return Math.floor(text / Math.max(separator, 1)) + 1;
}
