import type { Meter } from '../../values/meter.js';
import type { Value } from '../../values/value.js';
import { integerAt, integerWithin, sequenceAt, valueAt } from '../arguments.js';
import { sameValue } from '../logic/equality.js';

/** Most of the family works on a list of any kind, or on bytes, whose elements are the integers 0 to 255. */

/** The argument where it is an octet, which every element of bytes is. */
export function octetAt(args: readonly Value[], position: number): number | undefined {
  return integerWithin(args, position, 0, 255);
}

/** Where the value of argument 1 first stands in the sequence of argument 0, or -1. Any place once the meter is spent. */
export function placeOf(args: readonly Value[], meter?: Meter): number {
  const xs = sequenceAt(args, 0);
  if (xs instanceof Uint8Array) return xs.indexOf(octetAt(args, 1) ?? -1);
  const wanted = valueAt(args, 1);
  return xs.findIndex((element) => sameValue(element, wanted, meter) || meter?.isSpent === true);
}

/** How many elements of the sequence of argument 0 the count of argument 1 covers; undefined where that is negative. */
export function coveredBy(args: readonly Value[]): number | undefined {
  const { length } = sequenceAt(args, 0);
  if (integerAt(args, 1) < 0) return undefined;
  return integerWithin(args, 1, 0, length) ?? length;
}

export function joinOctets(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
