import { type Meter, textSteps } from '../values/meter.js';
import { OptionValue, type Value } from '../values/value.js';

/** The elementary steps of applying a monomer, its instruction and the comparisons that it counts itself not included. */
export interface Work {
  /** Known from the arguments, and counted before it is done; what it takes to know it is counted on the meter. */
  readonly before: (args: readonly Value[], meter: Meter) => number;
  /** Known from the result, which the limits of values bound. */
  readonly after: (result: Value) => number;
}

const nothing = () => 0;

/** Work that is known from the arguments. */
export function before(steps: Work['before']): Work {
  return { before: steps, after: nothing };
}

/** Reads all that its arguments hold, and makes a result. */
export const READS: Work = { before: (args) => args.reduce<number>((total, arg) => total + sizeOf(arg), 0), after: sizeOf };
/** Reads at one place, compares by the meter, or takes and gives what has no parts. */
export const DIRECT: Work = before(nothing);
/** Copies the sequence of its first argument, and one element more. */
export const COPIES: Work = before(([xs]) => sizeOf(xs) + 1);
/** Tries its second argument at the places of the first: each time anew up to the length that `finderOf` searches so. */
export const SEARCHES: Work = {
  before: ([text, part]) => sizeOf(text) * Math.min(Math.max(sizeOf(part), 1), 32) + sizeOf(part),
  after: sizeOf,
};

/** The elements, octets or half UTF-16 units of a value itself, without those of its elements. */
export function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return textSteps(value);
  if (typeof value !== 'object') return 0;
  if (value instanceof OptionValue) return sizeOf(value.content);
  return value instanceof Uint8Array || Array.isArray(value) ? value.length : 0;
}

/** The sizes of the elements of a list, each of which is a step to learn. */
export function elementsOf(value: Value | undefined, meter: Meter): number {
  if (!Array.isArray(value) || !meter.take(value.length)) return 0;
  return value.reduce<number>((total, element: Value) => total + sizeOf(element), 0);
}

/**
 * Returns the number of elements that a monomer creates for a count; a count beyond the limit of its type creates no elements.
 */
export function countOf(value: Value | undefined, most: number): number {
  return typeof value === 'number' && 0 <= value && value <= most ? value : 0;
}
