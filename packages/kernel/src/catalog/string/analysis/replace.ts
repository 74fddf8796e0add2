import { type Abstract, NEVER, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { isUnreached, textViewAt } from '../../views.js';

export function replaceAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: (args) => (textViewAt(args, 1).hi === 0 ? NEVER : texts(shortest(args), Math.min(longest(args), TEXT_LENGTH))),
    need: (args) => isUnreached(args) || (textViewAt(args, 1).lo >= 1 && longest(args) <= TEXT_LENGTH),
  });
}

/** Each occurrence can add to the length what `to` has more than `from`; there are at most length / `from` of them. */
function longest(args: readonly Abstract[]): number {
  const { hi } = textViewAt(args, 0);
  const from = Math.max(textViewAt(args, 1).lo, 1);
  const growth = textViewAt(args, 2).hi - from;
  return growth > 0 ? hi + Math.floor(hi / from) * growth : hi;
}

/** Where no replacement shortens, the length cannot fall; where one does, a text may be nothing but what is replaced. */
function shortest(args: readonly Abstract[]): number {
  const { lo } = textViewAt(args, 0);
  const from = textViewAt(args, 1).hi;
  const to = textViewAt(args, 2).lo;
  return to >= from ? lo : Math.min(lo, Math.floor(lo / from) * to);
}
