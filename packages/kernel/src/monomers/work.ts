import { type Meter, textSteps } from '../values/meter.js';
import { OptionValue, type Value } from '../values/value.js';

/** The elementary steps of applying a monomer. They exclude its instruction and the comparisons that it counts by itself. */
export interface MonomerWork {
  /**
   * The steps that the arguments determine, counted before the work is done. Steps for computing this number are counted on the
   * meter.
   */
  readonly before: (args: readonly Value[], meter: Meter) => number;
  /** The steps that the result determines; the limits of values bound them. */
  readonly after: (result: Value) => number;
}

const nothing = () => 0;

/** Makes work that depends only on the arguments. */
export function before(steps: MonomerWork['before']): MonomerWork {
  return { before: steps, after: nothing };
}

/** Reads its arguments completely and makes a result. */
export const READS: MonomerWork = { before: (args) => args.reduce<number>((total, arg) => total + sizeOf(arg), 0), after: sizeOf };
/** Reads at one position, compares by the meter, or takes and gives values without parts. */
export const DIRECT: MonomerWork = before(nothing);
/** Copies the sequence of its first argument, with at most one additional element. */
export const COPIES: MonomerWork = before(([xs]) => sizeOf(xs) + 1);
/**
 * Tries its second argument at every position of the first. Up to the length that `finderOf` searches this way, each try starts
 * again.
 */
export const SEARCHES: MonomerWork = {
  before: ([text, part]) => sizeOf(text) * Math.min(Math.max(sizeOf(part), 1), 32) + sizeOf(part),
  after: sizeOf,
};

/** Returns the elements, bytes or half UTF-16 units of a value, without those inside its elements. */
export function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return textSteps(value);
  if (typeof value !== 'object') return 0;
  if (value instanceof OptionValue) return sizeOf(value.content);
  return value instanceof Uint8Array || Array.isArray(value) ? value.length : 0;
}

/** Returns the total size of a list's elements; reading each size counts as a step. */
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
