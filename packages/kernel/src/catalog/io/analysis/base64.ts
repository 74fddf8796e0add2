import { type Abstract, option, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { bytesOf, bytesViewAt } from '../../octets.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { differenceWithin, textViewAt } from '../../views.js';

/** Four characters for each three octets begun; only the empty text cannot fail. */
export function parseBase64Analysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = textViewAt(args, 0);
        return option(hi > 0, octetsOfCharacters(lo, hi));
      },
      refine: (result) => whereSome(result, (some) => [charactersOfOctets(some)]),
    }),
  );
}

export function formatBase64Analysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: ([octets]) => charactersOfOctets(octets),
      need: (args) => charactersOf(bytesViewAt(args, 0).hi) <= TEXT_LENGTH,
      refine: (result) => {
        const { lo, hi } = textViewAt([result], 0);
        return [octetsOfCharacters(lo, hi)];
      },
      // what the characters are more than the octets: one for each three begun, and up to two of padding
      facts: (args) => {
        const { lo, hi } = bytesViewAt(args, 0);
        return differenceWithin('length of result', lengthOf(0), { lo: groupsOf(lo), hi: groupsOf(hi) + 2 });
      },
    }),
  );
}

function groupsOf(octets: number): number {
  return Math.ceil(octets / 3);
}

function charactersOf(octets: number): number {
  return 4 * groupsOf(octets);
}

/** The texts that bytes of such a length are written as, as far as texts can be so long. */
function charactersOfOctets(octets: Abstract | undefined): Abstract {
  const { lo, hi } = bytesViewAt(octets === undefined ? [] : [octets], 0);
  return texts(charactersOf(lo), Math.min(charactersOf(hi), TEXT_LENGTH));
}

/** The bytes that lo..hi characters can stand for: whole groups of four, of which the last may have up to two of padding. */
function octetsOfCharacters(lo: number, hi: number): Abstract {
  const least = Math.ceil(lo / 4);
  return bytesOf(Math.max(3 * least - 2, 0), 3 * Math.floor(hi / 4));
}
