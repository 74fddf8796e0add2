import { type AbstractSequence, type AbstractValue, BYTE, sequence } from '../abstract/abstract.js';
import { atCorners, combine, pairsOf, transform, within } from '../abstract/arithmetic.js';
import { type Ranges, uniteAll } from '../abstract/ranges.js';
import { BYTES_LENGTH } from '../limits.js';
import { add, multiply } from '../types/integer.js';
import { rangesAt } from './views.js';

/** Abstract bytes, and abstract unsigned integers byte by byte. */

/** Returns the bytes at an argument position, which must be reached. */
export function bytesViewAt(args: readonly AbstractValue[], position: number): AbstractSequence {
  const view = args[position];
  if (view?.kind === 'bytes') return view;
  throw new Error(`argument ${position} is not bytes`);
}

/** Returns all byte strings of lo..hi bytes, each within `byte`, up to the maximal length of bytes. */
export function bytesOf(lo: number, hi: number, byte: AbstractValue = BYTE): AbstractValue {
  return sequence('bytes', lo, Math.min(hi, BYTES_LENGTH), byte);
}

/** Returns the possible bytes at an index; empty if all bytes of the set are shorter. */
export function byteAt({ hi, items, element }: AbstractSequence, index: number): Ranges {
  if (index >= hi) return [];
  return rangesAt([items?.[index] ?? element], 0);
}

/**
 * Returns the possible bytes of an unsigned integer of `size` bytes, the most significant first. Integers outside 0..256^size-1
 * are omitted.
 */
export function bytesOfIntegers(integers: Ranges, size: number): readonly Ranges[] {
  const unsigned = within(integers, 0, 256 ** size - 1);
  return Array.from({ length: size }, (_, index) => byteOfRanges(unsigned, 256 ** (size - 1 - index)));
}

/**
 * Returns the byte of the given weight. In a range with fewer than 256 steps of this weight, it goes from the byte of lo to
 * that of hi, and may wrap around.
 */
function byteOfRanges(unsigned: Ranges, weight: number): Ranges {
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

/** Returns the unsigned integers whose bytes lie within these sets, the most significant first. */
export function integersOf(bytes: readonly Ranges[]): Ranges {
  return bytes.reduce(
    (upper, byte) =>
      combine(
        transform(upper, (lo, hi) => [multiply(lo, 256), multiply(hi, 256)]),
        byte,
        sums,
      ),
    [0, 0],
  );
}

const sums = atCorners(add);
