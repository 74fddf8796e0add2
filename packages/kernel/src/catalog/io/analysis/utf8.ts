import { type Abstract, type AbstractSequence, ofRanges, option, texts } from '../../../abstract/abstract.js';
import { highest } from '../../../abstract/ranges.js';
import { BYTES_LENGTH } from '../../../limits.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { bytesOf, bytesViewAt } from '../../octets.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { differenceWithin, rangesAt, textViewAt } from '../../views.js';

/** Octets of a code point, at most. */
const MOST = 4;

/** The octets that stand in well-formed UTF-8 (The Unicode Standard, table 3-7). */
const WELL_FORMED: Abstract = ofRanges([0, 0xbf, 0xc2, 0xf4]);

export function utf8EncodeAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = textViewAt(args, 0);
        return bytesOf(lo, MOST * hi, WELL_FORMED);
      },
      need: (args) => MOST * textViewAt(args, 0).hi <= BYTES_LENGTH,
      refine: (result) => {
        const { lo, hi } = bytesViewAt([result], 0);
        return [texts(Math.ceil(lo / MOST), hi)];
      },
      facts: (args) => differenceWithin('length of result', lengthOf(0), { lo: 0, hi: (MOST - 1) * textViewAt(args, 0).hi }),
    }),
  );
}

export function utf8DecodeAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const octets = bytesViewAt(args, 0);
        const size = longestCodePoint(octets);
        return option(size > 1, texts(Math.ceil(octets.lo / size), octets.hi));
      },
      refine: (result) =>
        whereSome(result, (some) => {
          const { lo, hi } = textViewAt([some], 0);
          return [bytesOf(lo, MOST * hi, WELL_FORMED)];
        }),
    }),
  );
}

/** Octets of the longest code point that the greatest octet can lead; 1 where all are ASCII, which cannot fail. */
function longestCodePoint({ hi, element }: AbstractSequence): number {
  const greatest = hi === 0 ? 0 : highest(rangesAt([element], 0));
  if (greatest < 0x80) return 1;
  if (greatest < 0xe0) return 2;
  return greatest < 0xf0 ? 3 : MOST;
}
