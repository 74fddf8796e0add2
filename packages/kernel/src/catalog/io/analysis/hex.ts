import { option, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { bytesOf, bytesViewAt } from '../../octets.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { differenceWithin, textViewAt } from '../../views.js';

/** Two digits an octet; only the empty text cannot fail. */
export function parseHexAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = textViewAt(args, 0);
        return option(hi > 0, octetsOfDigits(lo, hi));
      },
      refine: (result) =>
        whereSome(result, (some) => {
          const { lo, hi } = bytesViewAt([some], 0);
          return [texts(2 * lo, 2 * hi)];
        }),
    }),
  );
}

export function formatHexAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = bytesViewAt(args, 0);
        return texts(2 * lo, Math.min(2 * hi, TEXT_LENGTH));
      },
      need: (args) => 2 * bytesViewAt(args, 0).hi <= TEXT_LENGTH,
      refine: (result) => {
        const { lo, hi } = textViewAt([result], 0);
        return [octetsOfDigits(lo, hi)];
      },
      // 2n - n is n
      facts: (args) => differenceWithin('length of result', lengthOf(0), bytesViewAt(args, 0)),
    }),
  );
}

/** The bytes that lo..hi hexadecimal digits can stand for. */
function octetsOfDigits(lo: number, hi: number) {
  return bytesOf(Math.ceil(lo / 2), Math.floor(hi / 2));
}
