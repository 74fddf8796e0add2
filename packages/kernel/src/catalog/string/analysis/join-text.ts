import { type Abstract, type AbstractSequence, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { sequenceViewAt, textViewAt } from '../../views.js';

/** The lengths of the texts add up, with one separator fewer. */
export function joinTextAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = lengthsOf(args);
        return texts(lo, Math.min(hi, TEXT_LENGTH));
      },
      need: (args) => lengthsOf(args).hi <= TEXT_LENGTH,
    }),
  );
}

interface Lengths {
  readonly lo: number;
  readonly hi: number;
}

function lengthsOf(args: readonly Abstract[]): Lengths {
  const view = sequenceViewAt(args, 0);
  const separator = textViewAt(args, 1);
  const { lo, hi } = totalOf(view);
  return { lo: lo + Math.max(view.lo - 1, 0) * separator.lo, hi: hi + Math.max(view.hi - 1, 0) * separator.hi };
}

/** Of the texts without separators; of 65,536 texts of 1,048,576 code points it is still a safe integer. */
function totalOf({ lo, hi, items, element }: AbstractSequence): Lengths {
  if (hi === 0) return { lo: 0, hi: 0 };
  if (items === null) {
    const each = textViewAt([element], 0);
    return { lo: lo * each.lo, hi: hi * each.hi };
  }
  const lengths = items.map((_, index) => textViewAt(items, index));
  return lengths.reduce((sum: Lengths, each) => ({ lo: sum.lo + each.lo, hi: sum.hi + each.hi }), { lo: 0, hi: 0 });
}
