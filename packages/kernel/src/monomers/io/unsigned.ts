import { type AbstractSequence, itemsOf, NEVER, ofRanges } from '../../abstract/abstract.js';
import { pairsOf, within } from '../../abstract/arithmetic.js';
import { type Ranges, uniteAll } from '../../abstract/ranges.js';
import { BYTES_LENGTH } from '../../limits.js';
import { BYTES, INTEGER } from '../../types/domain.js';
import { byteAt, bytesOf, bytesOfIntegers, bytesViewAt, integersOf } from '../abstract-bytes.js';
import { bytesAt, integerWithin } from '../arguments.js';
import { isIndex } from '../measures.js';
import { monomer, type Semantics } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { atMostFact, rangesAt } from '../views.js';
import { DIRECT } from '../work.js';

/** READ_U16_BE to WRITE_U32_LE: unsigned integers of two or four bytes in a byte string. */

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
      const bytes = bytesAt(args, 0);
      const i = integerWithin(args, 1, 0, BYTES_LENGTH);
      if (i === undefined || i + size > bytes.length) return undefined;
      const view = new DataView(bytes.buffer, bytes.byteOffset + i, size);
      return size === 2 ? view.getUint16(0, littleEndian) : view.getUint32(0, littleEndian);
    },
    work: DIRECT,
    precondition: isIndex(size),
    few: 'bound',
    transfer: (args) => {
      const bytes = bytesViewAt(args, 0);
      return ofRanges(readAt(bytes, placesOf(rangesAt(args, 1), bytes.hi - size), layout));
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

/** Each byte is computed by itself. */
function writer({ size, littleEndian }: Layout): Semantics {
  const greatest = 256 ** size - 1;
  const inOrder = <T>(bytes: readonly T[]): readonly T[] => (littleEndian ? bytes.toReversed() : bytes);
  return monomer({
    overloads: [overload({ n: INTEGER }, BYTES)],
    reference: (args) => {
      const n = integerWithin(args, 0, 0, greatest);
      if (n === undefined) return undefined;
      const bytes = new Uint8Array(size);
      const view = new DataView(bytes.buffer);
      if (size === 2) view.setUint16(0, n, littleEndian);
      else view.setUint32(0, n, littleEndian);
      return bytes;
    },
    work: DIRECT,
    precondition: [needs.within(0, 0, greatest)],
    few: 'bound',
    transfer: (args) => itemsOf('bytes', inOrder(bytesOfIntegers(rangesAt(args, 0), size)).map(ofRanges)),
    related: null,
    refine: (result) => {
      const bytes = bytesViewAt([result], 0);
      if (bytes.lo > size || bytes.hi < size) return [NEVER];
      return [ofRanges(integersOf(inOrder(Array.from({ length: size }, (_, i) => byteAt(bytes, i)))))];
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

/** Returns the integers that can be read at these positions, separately for each position if the bytes are known. */
function readAt(bytes: AbstractSequence, places: Ranges, layout: Layout): Ranges {
  if (bytes.items === null) return places.length === 0 ? [] : integersAt(bytes, 0, layout);
  const known = pairsOf(places).flatMap(([lo, hi]) => Array.from({ length: Number(hi) - Number(lo) + 1 }, (_, i) => Number(lo) + i));
  return uniteAll(known.flatMap((place) => pairsOf(integersAt(bytes, place, layout))));
}

/** Returns the integers that can be read at a position. */
function integersAt(bytes: AbstractSequence, place: number, { size, littleEndian }: Layout): Ranges {
  const bigEndian = Array.from({ length: size }, (_, i) => byteAt(bytes, place + (littleEndian ? size - 1 - i : i)));
  return integersOf(bigEndian);
}
