import { type AbstractSequence, itemsOf, NEVER, ofRanges } from '../../abstract/abstract.js';
import { pairsOf, within } from '../../abstract/arithmetic.js';
import { type Ranges, uniteAll } from '../../abstract/ranges.js';
import { BYTES_LENGTH } from '../../limits.js';
import { BYTES, INTEGER } from '../../types/domain.js';
import { bytesAt, integerWithin } from '../arguments.js';
import { isIndex } from '../measures.js';
import { monomer, type Semantics } from '../monomer.js';
import { bytesOf, bytesViewAt, integersOf, octetAt, octetsOf } from '../octets.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { atMostFact, rangesAt } from '../views.js';
import { DIRECT } from '../work.js';

/** READ_U16_BE to WRITE_U32_LE: unsigned integers of two or four octets in bytes. */

interface Layout {
  readonly size: 2 | 4;
  readonly littleEndian: boolean;
}

export const readU16Be = reader({ size: 2, littleEndian: false });
export const readU32Be = reader({ size: 4, littleEndian: false });
export const readU16Le = reader({ size: 2, littleEndian: true });
export const readU32Le = reader({ size: 4, littleEndian: true });
export const writeU16Be = writer({ size: 2, littleEndian: false });
export const writeU32Be = writer({ size: 4, littleEndian: false });
export const writeU16Le = writer({ size: 2, littleEndian: true });
export const writeU32Le = writer({ size: 4, littleEndian: true });

/** The index is at least `size` below the length. */
function reader(layout: Layout): Semantics {
  const { size, littleEndian } = layout;
  return monomer({
    overloads: [overload({ octets: BYTES, i: INTEGER }, INTEGER)],
    reference: (args) => {
      const octets = bytesAt(args, 0);
      const i = integerWithin(args, 1, 0, BYTES_LENGTH);
      if (i === undefined || i + size > octets.length) return undefined;
      const view = new DataView(octets.buffer, octets.byteOffset + i, size);
      return size === 2 ? view.getUint16(0, littleEndian) : view.getUint32(0, littleEndian);
    },
    work: DIRECT,
    precondition: isIndex(size),
    few: 'bound',
    transfer: (args) => {
      const octets = bytesViewAt(args, 0);
      return ofRanges(readAt(octets, placesOf(rangesAt(args, 1), octets.hi - size), layout));
    },
    related: null,
    refine: (_, args) => {
      const { hi } = bytesViewAt(args, 0);
      const places = placesOf(rangesAt(args, 1), hi - size);
      const least = places.length === 0 ? BYTES_LENGTH + 1 : Number(places[0]) + size;
      return [bytesOf(least, BYTES_LENGTH), ofRanges(places)];
    },
    facts: () => [atMostFact(1, lengthOf(0), size)],
    linear: null,
    smt: null,
  });
}

/** Each octet is computed by itself. */
function writer({ size, littleEndian }: Layout): Semantics {
  const greatest = 256 ** size - 1;
  const inOrder = <T>(octets: readonly T[]): readonly T[] => (littleEndian ? octets.toReversed() : octets);
  return monomer({
    overloads: [overload({ n: INTEGER }, BYTES)],
    reference: (args) => {
      const n = integerWithin(args, 0, 0, greatest);
      if (n === undefined) return undefined;
      const octets = new Uint8Array(size);
      const view = new DataView(octets.buffer);
      if (size === 2) view.setUint16(0, n, littleEndian);
      else view.setUint32(0, n, littleEndian);
      return octets;
    },
    work: DIRECT,
    precondition: [needs.within(0, 0, greatest)],
    few: 'bound',
    transfer: (args) => itemsOf('bytes', inOrder(octetsOf(rangesAt(args, 0), size)).map(ofRanges)),
    related: null,
    refine: (result) => {
      const octets = bytesViewAt([result], 0);
      if (octets.lo > size || octets.hi < size) return [NEVER];
      return [ofRanges(integersOf(inOrder(Array.from({ length: size }, (_, i) => octetAt(octets, i)))))];
    },
    facts: null,
    linear: null,
    smt: null,
  });
}

/** Returns the positions at which a read can begin. */
function placesOf(indexes: Ranges, last: number): Ranges {
  return within(indexes, 0, last);
}

/** Returns the integers that can be read at these positions, separately for each position if the octets are known. */
function readAt(octets: AbstractSequence, places: Ranges, layout: Layout): Ranges {
  if (octets.items === null) return places.length === 0 ? [] : integersAt(octets, 0, layout);
  const known = pairsOf(places).flatMap(([lo, hi]) => Array.from({ length: Number(hi) - Number(lo) + 1 }, (_, i) => Number(lo) + i));
  return uniteAll(known.flatMap((place) => pairsOf(integersAt(octets, place, layout))));
}

/** Returns the integers that can be read at a position. */
function integersAt(octets: AbstractSequence, place: number, { size, littleEndian }: Layout): Ranges {
  const bigEndian = Array.from({ length: size }, (_, i) => octetAt(octets, place + (littleEndian ? size - 1 - i : i)));
  return integersOf(bigEndian);
}
