import { type Abstract, type AbstractSequence, OCTET, sequence } from '../abstract/abstract.js';
import { atCorners, combine, pairsOf, transform, within } from '../abstract/arithmetic.js';
import { type Ranges, uniteAll } from '../abstract/ranges.js';
import { BYTES_LENGTH } from '../limits.js';
import { add, multiply } from '../types/integer.js';
import { rangesAt } from './views.js';

/** Abstract bytes, and abstract unsigned integers octet by octet. */

/** Returns the bytes at an argument position, which must be reached. */
export function bytesViewAt(args: readonly Abstract[], position: number): AbstractSequence {
  const view = args[position];
  if (view?.kind === 'bytes') return view;
  throw new Error(`argument ${position} is not bytes`);
}

/** Returns all bytes of lo..hi octets, each within `octet`, up to the maximal length of bytes. */
export function bytesOf(lo: number, hi: number, octet: Abstract = OCTET): Abstract {
  return sequence('bytes', lo, Math.min(hi, BYTES_LENGTH), octet);
}

/** Returns the possible octets at an index; empty if all bytes of the set are shorter. */
export function octetAt({ hi, items, element }: AbstractSequence, index: number): Ranges {
  if (index >= hi) return [];
  return rangesAt([items?.[index] ?? element], 0);
}

/**
 * Returns the possible octets of an unsigned integer of `size` octets, the most significant first. Integers outside 0..256^size-1
 * are omitted.
 */
export function octetsOf(integers: Ranges, size: number): readonly Ranges[] {
  const unsigned = within(integers, 0, 256 ** size - 1);
  return Array.from({ length: size }, (_, index) => octetOfRanges(unsigned, 256 ** (size - 1 - index)));
}

/**
 * Returns the octet of the given weight. In a range with fewer than 256 steps of this weight, it goes from the octet of lo to
 * that of hi, and may wrap around.
 */
function octetOfRanges(unsigned: Ranges, weight: number): Ranges {
  return uniteAll(
    pairsOf(unsigned).flatMap(([lo, hi]) => {
      const [from, to] = [Math.floor(Number(lo) / weight), Math.floor(Number(hi) / weight)];
      if (to - from >= 255) return [[0, 255]];
      const [first, last] = [from % 256, to % 256];
      return first <= last
        ? [[first, last]]
        : [
            [first, 255],
            [0, last],
          ];
    }),
  );
}

/** Returns the unsigned integers whose octets lie within these sets, the most significant first. */
export function integersOf(octets: readonly Ranges[]): Ranges {
  return octets.reduce(
    (upper, octet) =>
      combine(
        transform(upper, (lo, hi) => [multiply(lo, 256), multiply(hi, 256)]),
        octet,
        sums,
      ),
    [0, 0],
  );
}

const sums = atCorners(add);
