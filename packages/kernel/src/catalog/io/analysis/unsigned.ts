import { type AbstractSequence, itemsOf, NEVER, ofRanges } from '../../../abstract/abstract.js';
import { pairsOf, within } from '../../../abstract/arithmetic.js';
import { isSubset, type Ranges, range, uniteAll } from '../../../abstract/ranges.js';
import { BYTES_LENGTH } from '../../../limits.js';
import type { Analysis } from '../../monomer.js';
import { bytesOf, bytesViewAt, integersOf, octetAt, octetsOf } from '../../octets.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, boundsAt, rangesAt } from '../../views.js';
import type { Layout } from '../unsigned.js';

/** Of a READ: i is at least `size` below the length. */
export function readerAnalysis(layout: Layout): Analysis {
  const { size } = layout;
  return onReached({
    transfer: (args) => {
      const octets = bytesViewAt(args, 0);
      return ofRanges(readAt(octets, placesOf(rangesAt(args, 1), octets.hi - size), layout));
    },
    need: (args, relations) => {
      const { lo, hi } = boundsAt(args, 1);
      const octets = bytesViewAt(args, 0).lo;
      return lo >= 0 && (hi <= octets - size || (relations.difference(1, lengthOf(0)) ?? 0) <= -size);
    },
    refine: (_, args) => {
      const { hi } = bytesViewAt(args, 0);
      const places = placesOf(rangesAt(args, 1), hi - size);
      const least = places.length === 0 ? BYTES_LENGTH + 1 : Number(places[0]) + size;
      return [bytesOf(least, BYTES_LENGTH), ofRanges(places)];
    },
    facts: () => [atMostFact(1, lengthOf(0), size)],
  });
}

/** The places where a read begins. */
function placesOf(indexes: Ranges, last: number): Ranges {
  return within(indexes, 0, last);
}

/** The integers that stand at some place, each place of known octets on its own. */
function readAt(octets: AbstractSequence, places: Ranges, layout: Layout): Ranges {
  if (octets.items === null) return places.length === 0 ? [] : integerAt(octets, 0, layout);
  const known = pairsOf(places).flatMap(([lo, hi]) => Array.from({ length: Number(hi) - Number(lo) + 1 }, (_, i) => Number(lo) + i));
  return uniteAll(known.flatMap((place) => pairsOf(integerAt(octets, place, layout))));
}

/** The integers that can stand in the octets from a place on. */
function integerAt(octets: AbstractSequence, place: number, { size, littleEndian }: Layout): Ranges {
  const bigEndian = Array.from({ length: size }, (_, i) => octetAt(octets, place + (littleEndian ? size - 1 - i : i)));
  return integersOf(bigEndian);
}

/** Of a WRITE: each octet by itself. */
export function writerAnalysis({ size, littleEndian }: Layout): Analysis {
  const unsigned = range(0, 256 ** size - 1);
  const inOrder = <T>(octets: readonly T[]): readonly T[] => (littleEndian ? octets.toReversed() : octets);
  return onReached({
    transfer: (args) => itemsOf('bytes', inOrder(octetsOf(rangesAt(args, 0), size)).map(ofRanges)),
    need: (args) => isSubset(rangesAt(args, 0), unsigned),
    refine: (result) => {
      const octets = bytesViewAt([result], 0);
      if (octets.lo > size || octets.hi < size) return [NEVER];
      return [ofRanges(integersOf(inOrder(Array.from({ length: size }, (_, i) => octetAt(octets, i)))))];
    },
  });
}
